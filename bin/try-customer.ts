// `npm run try:customer [-- FOLDER] [--write-results]`: plays a new customer with the files of a release.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resultsMonth, writeResultsSection } from '../bench/results-file.ts'
import { commitTime, packPython } from './release/pack.ts'
import { versionOf } from './release/versions.ts'

const PROGRAMS = join(dirname(fileURLToPath(import.meta.url)), 'customer')
const START_MS = 300_000

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const TOOLS = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`)

/** A small demonstration: the customer uses the sandbox. */
const SETTINGS = { PORT: '0', DEMO_PROJECTS: '50', ALLOW_PRIVATE_WEBHOOKS: '1', LOG_LEVEL: 'error', WORKERS: '1' }

const steps: string[] = []
let began = performance.now()

function step(what: string): void {
  console.log(`${String(steps.length + 1).padStart(2)}. ${what}`)
  steps.push(what)
}

const run = (program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): string =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    // Not the settings of the shell that runs this script: a customer has others.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })

const print = (output: string): void => console.log(output.trim().replaceAll(/^/gm, '      '))

/** The files of the last release of this version; if there is none, packs them from this folder. */
function releaseFiles(work: string): string {
  const released = join('release', versionOf())
  if (existsSync(released)) return resolve(released)
  step('No release of this version: packing it from the source')
  const folder = join(work, 'packed')
  mkdirSync(folder)
  run('npm', ['pack', '--workspaces', '--include-workspace-root', '--pack-destination', folder], process.cwd())
  packPython(process.cwd(), folder, commitTime())
  return folder
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

/** Starts the installed server and resolves with its URL. */
function startServer(folder: string) {
  const command = join(folder, 'node_modules', '.bin', 'plinth')
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...SETTINGS, DATA_DIR: join(folder, 'var') }
  const child = spawn(command, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const url = new Promise<string>((found, failed) => {
    let output = ''
    const look = (chunk: Buffer) => {
      output += chunk
      const match = /https?:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (match) found(match[0])
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}:\n${output}`)))
    setTimeout(() => failed(new Error(`the server did not start:\n${output}`)), START_MS).unref()
  })
  return { child, url }
}

/** Until the sandbox answers. */
async function ready(url: string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((later) => setTimeout(later, 200))
  }
  throw new Error(`${url} did not become ready`)
}

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

async function play(work: string): Promise<void> {
  const named = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
  const files = named === undefined ? releaseFiles(work) : resolve(named)
  const [client, matcher] = [fileOf(files, /^plinth-client-.*\.tgz$/), fileOf(files, /^plinth-matcher-.*\.tgz$/)]
  began = performance.now()

  step('The operator installs the server in an empty folder')
  const operator = newProject(join(work, 'operator'))
  install(operator, [fileOf(files, /^plinth-\d.*\.tgz$/), client, matcher])
  step('The operator starts it')
  const server = startServer(operator)
  try {
    const url = await server.url
    await ready(url)
    console.log(`      ${url}`)

    step('The customer installs both packages in an empty folder')
    const customer = newProject(join(work, 'typescript'))
    install(customer, [client, matcher, ...TOOLS])
    step('TypeScript: compile, get a key, link an address, receive an event and check its signature')
    playTypeScript(customer, url)
    step('Python: unpack the wheel in an empty folder, and do the same')
    playPython(join(work, 'python'), fileOf(files, /\.whl$/), url)
  } finally {
    server.child.kill('SIGTERM')
    await new Promise((ended) => server.child.once('exit', ended))
  }
}

const work = mkdtempSync(join(tmpdir(), 'plinth-customer-'))
try {
  await play(work)
  const seconds = Math.round((performance.now() - began) / 1000)
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
  console.error(`Failed at step ${steps.length}: ${steps.at(-1)}`)
  console.error(error)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
