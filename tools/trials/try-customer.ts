// `npm run try:customer [-- FOLDER] [--write-results]`: plays a new customer with the files of a release.
import '../shared/help.ts'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitTime, packPython } from '../release/pack.ts'
import { versionOf } from '../release/versions.ts'
import { resultsMonth, writeResultsSection } from '../shared/results-file.ts'
import type { Program } from './image/program.ts'
import { serve } from './image/program.ts'
import { Steps } from './image/steps.ts'

const PROGRAMS = join(dirname(fileURLToPath(import.meta.url)), 'customer')

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const TOOLS = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`)

/** A small demonstration: the customer uses the sandbox. */
const SETTINGS = { DEMO_PROJECTS: '50', ALLOW_PRIVATE_WEBHOOKS: '1', LOG_LEVEL: 'error' }

/** Not the settings of the shell that runs this script: a customer has others. */
const ENV = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }

const steps = new Steps()

const run = (program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): string =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...ENV, ...env },
  })

const print = (output: string): void => console.log(output.trim().replaceAll(/^/gm, '      '))

/** The files of the last release of this version; if there is none, packs them from this folder. */
async function releaseFiles(work: string): Promise<string> {
  const released = join('release', versionOf())
  if (existsSync(released)) return resolve(released)
  const folder = join(work, 'packed')
  return steps.run('no release of this version: packing it from the source', async () => {
    mkdirSync(folder)
    run('npm', ['pack', '--workspaces', '--include-workspace-root', '--pack-destination', folder], process.cwd())
    packPython(process.cwd(), folder, commitTime())
    return folder
  })
}

function fileOf(folder: string, pattern: RegExp): string {
  const name = readdirSync(folder).find((file) => pattern.test(file))
  if (!name) throw new Error(`${folder} has no file ${pattern}`)
  return join(folder, name)
}

function newProject(folder: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  return folder
}

function install(folder: string, tarballs: readonly string[]): void {
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], folder)
}

/** The command as npm installed it. */
const installed = (folder: string): Program => ({
  version: versionOf(),
  spawn: (args, dataDir, env) =>
    spawn(join(folder, 'node_modules', '.bin', 'plinth'), args, {
      cwd: folder,
      env: { ...ENV, ...env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  stop: (server) => server.stop(),
})

function pythonWithHttpx(): string {
  for (const python of ['python3', '/usr/bin/python3'])
    try {
      execFileSync(python, ['-c', 'import httpx'], { stdio: 'ignore' })
      return python
    } catch {}
  throw new Error('The Python client needs httpx: apt install python3-httpx')
}

const TSCONFIG = {
  compilerOptions: { target: 'es2022', module: 'nodenext', types: ['node'], strict: true, skipLibCheck: false },
  files: ['customer.ts'],
}

function playTypeScript(folder: string, url: string): void {
  cpSync(join(PROGRAMS, 'customer.ts'), join(folder, 'customer.ts'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  run('node_modules/.bin/tsc', [], folder)
  print(run(process.execPath, ['customer.js'], folder, { PLINTH_SERVER: url }))
}

function playPython(folder: string, wheel: string, url: string): void {
  mkdirSync(folder)
  const python = pythonWithHttpx()
  run(python, ['-m', 'zipfile', '-e', wheel, join(folder, 'packages')], folder)
  cpSync(join(PROGRAMS, 'customer.py'), join(folder, 'customer.py'))
  print(run(python, ['customer.py'], folder, { PLINTH_SERVER: url, PYTHONPATH: join(folder, 'packages') }))
}

async function play(work: string): Promise<number> {
  const named = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
  const files = named === undefined ? await releaseFiles(work) : resolve(named)
  const [client, matcher] = [fileOf(files, /^plinth-client-.*\.tgz$/), fileOf(files, /^plinth-matcher-.*\.tgz$/)]
  const began = performance.now()
  const operator = newProject(join(work, 'operator'))
  await steps.run('the operator installs the server in an empty folder', async () =>
    install(operator, [fileOf(files, /^plinth-\d.*\.tgz$/), client, matcher]),
  )
  const server = await serve(installed(operator), { dataDir: join(operator, 'var'), env: SETTINGS })
  try {
    await steps.run('the operator starts it', () => server.ready('sandbox'))
    const customer = newProject(join(work, 'typescript'))
    await steps.run('the customer installs both packages in an empty folder', async () =>
      install(customer, [client, matcher, ...TOOLS]),
    )
    await steps.run(
      'TypeScript: compile, get a key, link an address, receive an event and check its signature',
      async () => playTypeScript(customer, server.url),
    )
    await steps.run('Python: unpack the wheel in an empty folder, and do the same', async () =>
      playPython(join(work, 'python'), fileOf(files, /\.whl$/), server.url),
    )
  } finally {
    await server.stop()
  }
  return Math.round((performance.now() - began) / 1000)
}

const work = mkdtempSync(join(tmpdir(), 'plinth-customer-'))
try {
  const seconds = await play(work)
  console.log(`Everything worked, in ${seconds} s.`)
  if (process.argv.includes('--write-results'))
    writeResultsSection(
      'customer',
      `${resultsMonth()} · \`npm run try:customer -- --write-results\`\n
| from the files of a release | result |
|---|---|
| server installed and started in an empty folder | yes |
| TypeScript: compiled with \`skipLibCheck: false\`, key, first link, event with a valid signature | yes |
| Python: key, first link, event with a valid signature | yes |
| a changed body is refused, in both languages | yes |
| time on a busy machine | ${seconds} s |`,
    )
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
