// `npm start` as a process: what it prints, and that a signal to npm alone stops the server.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import type { Running } from '../support/child.ts'
import { runProgram } from '../support/child.ts'

const running: Running[] = []
const folders: string[] = []

afterEach(async () => {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

function npmStart(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-npm-'))
  folders.push(dataDir)
  cpSync(inject('migratedFolder'), dataDir, { recursive: true })
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    DRAIN_MS: '0',
    DEMONSTRATION: 'invented',
    DEMO_PROJECTS: '20',
    ...env,
  }
  const npm = runProgram('npm', ['start'], settings)
  running.push(npm)
  return { ...npm, dataDir }
}

/** Sends the signal to npm, and waits until the server has ended too and the data folder has no owner. */
async function stopWith(signal: NodeJS.Signals, { child, exited, dataDir }: ReturnType<typeof npmStart>, url: string) {
  child.kill(signal)
  // The pipes close when npm and the server have ended.
  await exited
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  await (await openDatabase({ dataDir })).close()
}

it('stops the server when npm alone gets SIGTERM', async () => {
  const npm = npmStart()
  const { prints, output } = npm
  const [, url] = await prints(/open: +(\S+)\//)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await stopWith('SIGTERM', npm, url!)
  expect(output()).toContain('stopping: serving requests')
})

it('never prints 0.0.0.0, prints only JSON lines with LOG_FORMAT=json, and stops on SIGINT', async () => {
  const npm = npmStart({ HOST: '0.0.0.0', LOG_FORMAT: 'json', LOG_LEVEL: 'info' })
  const { prints, output } = npm
  const [ready] = await prints(/^\{.*"msg":"ready"\}$/m)
  expect(JSON.parse(ready)).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    isLoading: true,
  })
  await prints(/"msg":"The demonstration dataset is complete."\}$/m)
  expect(output()).not.toContain('0.0.0.0')
  // npm's own lines start with ">" or "npm".
  const lines = output()
    .split('\n')
    .filter((line) => line !== '' && !/^(>|npm )/.test(line))
  const messages = lines.map((line) => JSON.parse(line).msg)
  expect(messages).toEqual(expect.arrayContaining(['starting', 'ready', 'creating the demonstration dataset']))
  expect(messages.indexOf('starting')).toBeLessThan(messages.indexOf('ready'))
  await stopWith('SIGINT', npm, JSON.parse(ready).url)
})
