// A feed of a server with one fault in 15 requests is read without a hand; test/long reads ten times as much.
import { expect, it } from 'vitest'
import { forEachDatabase } from '../support/databases.ts'
import { readUnattended } from './unattended-run.ts'

forEachDatabase('a feed of a server with one fault in 15 requests', (open) => {
  it('is read without a hand, and each change of its state is announced once', { timeout: 120_000 }, async () => {
    expect((await readUnattended(await open(), 2000)).faults).toBeGreaterThan(0)
  })
})
