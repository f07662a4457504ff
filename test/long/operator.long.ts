// An operator who upgrades the data of 0.1.0.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('upgrades 0.1.0 without a loss, goes back with the backup, and moves to the other database', async () => {
  const run = promisify(execFile)('node_modules/.bin/tsx', ['tools/trials/try-operator.ts'], { maxBuffer: 1e8 })
  const { stdout } = await run
  expect(stdout.match(/✓ \w+: the new backup restores onto/g)).toHaveLength(2)
  expect(stdout).toContain('differences found: 0')
})
