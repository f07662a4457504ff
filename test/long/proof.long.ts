// A short run of every part of the proof; crashes with sixty rounds on each database.
import { execFile } from 'node:child_process'
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
    const args = ['proof/proof.ts', part, '--no-write', '--rounds', String(rounds), '--minutes', String(minutes)]
    const run = await promisify(execFile)('node_modules/.bin/tsx', args, { maxBuffer: 1e8 }).catch((error) => error)
    expect(`${run.code ?? 0} ${run.stderr}`).toMatch(/^0 /)
    // Both databases, the time to stop, and a busy machine.
  },
  4 * 90 * MINUTE_MS,
)
