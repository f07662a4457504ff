// Builds src/ into dist/ and portal/ into dist/portal/ if they are missing or stale.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const stamp = join(dist, '.built-from')

/** Hash of the names, sizes and times of all files that the build reads. */
function hashInputs() {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  const walk = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else add(path)
    }
  }
  walk(join(root, 'src'))
  walk(join(root, 'portal'))
  // Dependencies are part of the bundle.
  for (const file of [
    'package.json',
    'package-lock.json',
    'bin/bundle.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
    'vite.config.ts',
  ])
    add(join(root, file))
  return hash.digest('hex')
}

/**
 * @param {string} draft
 * @param {string[]} command
 */
function run(draft, command) {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  rmSync(draft, { recursive: true, force: true })
  process.exit(status ?? 1)
}

export function buildIfStale() {
  // A published package has dist/ but no src/.
  if (!existsSync(join(root, 'src'))) return
  const wanted = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  if (!existsSync(compiler)) {
    if (existsSync(stamp)) return
    console.error('plinth: dist/ is missing and TypeScript is not installed. Run "npm ci" first.')
    process.exit(1)
  }
  // Build next to dist/ and swap, so that a process that starts meanwhile sees a complete build.
  const draft = join(root, `dist.${process.pid}.tmp`)
  const bundler = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  run(draft, [compiler, '-p', 'tsconfig.build.json', '--outDir', draft])
  run(draft, [join(root, 'bin', 'bundle.mjs'), draft])
  run(draft, [bundler, 'build', '--logLevel', 'warn', '--outDir', join(draft, 'portal')])
  writeFileSync(join(draft, '.built-from'), wanted)
  const old = join(root, `dist.${process.pid}.old`)
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(draft, dist)
  } catch {
    // Another process finished the same build first.
    rmSync(draft, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfStale()
