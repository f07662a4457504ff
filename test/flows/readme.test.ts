// Runs every README command except the two that install, which CI runs.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Running } from '../support/child.ts'
import { runPlinth } from '../support/child.ts'

const INSTALLING = ['npm ci && npm start', 'npm ci && npm test']

function commands(): string[] {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!)
  return blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n')).filter((line) => line.trim() !== '')
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-readme-'))
const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(folder, 'var') }
const shell = (line: string) =>
  promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', line], { cwd: folder, env })
const plinth = `${process.execPath} ${resolve('bin/plinth.mjs')}`
let server: Running
let url: string

beforeAll(async () => {
  const building = { id: 'b1', address: '100 Wellesley St E', city: 'Toronto', province: 'ON' }
  writeFileSync(join(folder, 'buildings.ndjson'), `${JSON.stringify(building)}\n`)
  writeFileSync(join(folder, 'listings.csv'), 'id,text\nl1,100 Wellesley Street E 603\n')
  server = runPlinth(['serve'], { DATA_DIR: join(folder, 'var'), PORT: '0', DRAIN_MS: '0', DEMO_PROJECTS: '20' })
  url = (await server.prints(/docs: +(\S+)\/docs/))[1]!
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
})

it('contains the two install commands, and the commands that run below', () => {
  for (const command of INSTALLING) expect(commands()).toContain(command)
  expect(commands().length).toBeGreaterThan(7)
})

// The reader has gone before the first line.
it.each([
  '--help',
  'link "100 Wellesley Street E 603" --sandbox --explain',
  'projects --sandbox',
  'accounts',
  'doctor',
  'match --buildings buildings.ndjson listings.csv -o -',
])('plinth %s ends quietly when nobody reads its output', async (args) => {
  const { stderr } = await shell(`${plinth} ${args} | true`)
  expect(stderr).not.toMatch(/EPIPE|Error|^ +at /m)
})

it('plinth match finishes its file when the reader of its messages goes while it loads the buildings', async () => {
  writeFileSync(join(folder, 'damaged.ndjson'), `{}\n${readFileSync(join(folder, 'buildings.ndjson'), 'utf8')}`)
  await shell(`${plinth} match --buildings damaged.ndjson listings.csv -o kept.csv 2>&1 | true`)
  expect(readFileSync(join(folder, 'kept.csv'), 'utf8').split('\n')[1]).toContain(',b1,')
})

it.each(commands().filter((command) => !INSTALLING.includes(command)))('%s', async (command) => {
  const line = command.replaceAll('npx plinth', plinth).replaceAll('http://127.0.0.1:8080', url)
  const { stdout } = await shell(line)
  if (command.startsWith('curl')) {
    const sample = JSON.parse(/```json\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))![1]!)
    const response = JSON.parse(stdout)
    expect(Object.keys(response.data[0])).toEqual(Object.keys(sample.data[0]))
    expect(Object.keys(response.meta)).toEqual(Object.keys(sample.meta))
    expect(response.data[0].project_name).toBe(sample.data[0].project_name)
  }
  if (command.includes('match --buildings'))
    expect(readFileSync(join(folder, 'answers.csv'), 'utf8').split('\n')[1]).toContain(',b1,')
})
