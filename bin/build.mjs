// Builds src/ into dist/, portal/ into dist/portal/ and the packages if they are missing or stale.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildReporter } from './build-reporter.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const stamp = join(dist, '.built-from')
/** The server imports the others by name. */
const PACKAGES = ['client', 'matcher']
const tool = (/** @type {string[]} */ ...path) => join(root, 'node_modules', ...path)

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
  walk(join(root, 'assets', 'map'))
  walk(join(root, 'assets', 'portal'))
  walk(join(root, 'assets', 'texts'))
  for (const name of PACKAGES) walk(join(root, 'packages', name, 'src'))
  // Dependencies are part of the bundle.
  for (const file of [
    'package.json',
    'package-lock.json',
    'bin/bundle.mjs',
    'bin/api/build-client.ts',
    'bin/api/client-types.ts',
    'tsconfig.json',
    'tsconfig.build.json',
    'vite.config.ts',
    ...PACKAGES.map((name) => `packages/${name}/package.json`),
    ...PACKAGES.map((name) => `packages/${name}/tsconfig.json`),
  ])
    add(join(root, file))
  return hash.digest('hex')
}

/** A build on a machine with two cores. Until one has run here, nothing else is known. */
const TYPICAL_SECONDS = 12
const REPORT_EVERY_MS = 1000
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @typedef {{ readonly seconds: number, readonly secondsLeft: number | null }} BuildProgress */

/**
 * No estimate for a machine that is slower than usual.
 * @param {number} seconds
 */
const progressAfter = (seconds) => ({
  seconds,
  secondsLeft: seconds < TYPICAL_SECONDS ? Math.ceil(TYPICAL_SECONDS - seconds) : null,
})

/** Runs programs, and ends them when this process is told to end. */
class Programs {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set()

  /** @param {string[]} command */
  run(command) {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 2, 2] })
    this.#running.add(child)
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (status) => {
        this.#running.delete(child)
        if (status === 0) resolve(undefined)
        else reject(new BuildError(`building ended with exit code ${status}`, status ?? 1))
      })
    })
  }

  end() {
    for (const child of this.#running) child.kill()
  }
}

class BuildError extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

const TSC = tool('typescript', 'bin', 'tsc')
const BUILD_CLIENT = ['--import', 'tsx', join(root, 'bin', 'api', 'build-client.ts')]

/** @param {string} name @param {Programs} programs */
async function buildPackage(name, programs) {
  const folder = join(root, 'packages', name)
  const draft = join(folder, `dist.${process.pid}.tmp`)
  try {
    await programs.run(name === 'client' ? [...BUILD_CLIENT, draft] : [TSC, '-p', folder, '--outDir', draft])
    swap(draft, join(folder, 'dist'))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @param {string} draft @param {Programs} programs */
async function buildInto(draft, programs) {
  const server = async () => {
    await Promise.all(PACKAGES.map((name) => buildPackage(name, programs)))
    await programs.run([TSC, '-p', 'tsconfig.build.json', '--outDir', draft])
    await programs.run([join(root, 'bin', 'bundle.mjs'), draft])
  }
  const portal = ['build', '--logLevel', 'warn', '--outDir', join(draft, 'portal')]
  await Promise.all([server(), programs.run([tool('vite', 'bin', 'vite.js'), ...portal])])
}

/** @param {(progress: BuildProgress | undefined) => void} report Called every second, and with undefined at the end. */
export async function buildIfStale(report = () => {}) {
  // A published package has dist/ but no src/.
  if (!existsSync(join(root, 'src'))) return
  const wanted = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!existsSync(join(root, 'node_modules', 'typescript', 'bin', 'tsc'))) {
    if (existsSync(stamp)) return
    console.error('plinth: dist/ is missing and TypeScript is not installed. Run "npm ci" first.')
    process.exit(1)
  }
  // Build next to dist/ and swap, so that a process that starts meanwhile sees a complete build.
  const draft = join(root, `dist.${process.pid}.tmp`)
  const programs = new Programs()
  const stop = (/** @type {number} */ exitCode) => {
    programs.end()
    // The ended programs may still write for a moment.
    rmSync(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    process.exit(exitCode)
  }
  const onSignal = () => stop(1)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  const started = performance.now()
  const tell = () => report(progressAfter((performance.now() - started) / 1000))
  tell()
  const timer = setInterval(tell, REPORT_EVERY_MS)
  try {
    await buildInto(draft, programs)
  } catch (error) {
    if (!(error instanceof BuildError)) console.error(error)
    stop(error instanceof BuildError ? error.exitCode : 1)
  } finally {
    clearInterval(timer)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  writeFileSync(join(draft, '.built-from'), wanted)
  swap(draft, dist)
  report(undefined)
}

/** @param {string} draft @param {string} folder */
function swap(draft, folder) {
  const old = `${folder}.${process.pid}.old`
  try {
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(draft, folder)
  } catch {
    // Another process finished the same build first.
    rmSync(draft, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `npm pack` of a package needs only that package.
  const name = process.argv[2]
  if (name === undefined) await buildIfStale(buildReporter(process.stderr))
  else await buildPackage(name, new Programs())
}
