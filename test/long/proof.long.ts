// A short run of every part of the proof; crashes with sixty rounds on each database.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const MINUTE_MS = 60_000

it.each([
  ['crash', 60, 90],
  ['overload', 4, 20],
  ['fuzz', 20_000, 20],
  ['access', 2000, 20],
  ['ssrf', 30, 20],
  ['nodes', 5, 20],
  ['ground', 30, 40],
  ['supply', 7, 5],
])(
  '%s: nothing is lost or let in',
  async (part, rounds, minutes) => {
    const args = ['tools/proof/proof.ts', part, '--no-write', '--rounds', String(rounds), '--minutes', String(minutes)]
    const run = await promisify(execFile)('node_modules/.bin/tsx', args, { maxBuffer: 1e8 }).catch((error) => error)
    expect(`${run.code ?? 0} ${run.stderr}`).toMatch(/^0 /)
    // Both databases, the time to stop, and a busy machine.
  },
  4 * 90 * MINUTE_MS,
)

it.each([1, 2])('stops what it started after %i signals to npm, and reports no breach', async (signals) => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-interrupted-'))
  const args = ['run', 'proof', 'crash', '--', '--no-write', '--database', 'embedded', '--rounds', '50']
  const npm = spawn('npm', args, { env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let sent = 0
  const signal = () => {
    sent += 1
    npm.kill('SIGTERM')
  }
  const hear = (text: Buffer) => {
    output += text
    // Its server runs by then.
    if (sent === 0 && /[1-9]\d* of 50 rounds/.test(output)) signal()
    else if (sent < signals && output.includes('Interrupted.')) signal()
  }
  npm.stdout.on('data', hear)
  npm.stderr.on('data', hear)
  // Only when no process has its output open any more.
  await once(npm, 'close')
  expect(output).toContain('Interrupted.')
  expect(output).not.toContain('BREACH')
  expect(readdirSync(folder).filter((name) => name.startsWith('plinth-proof'))).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})
