// A new customer, with the files of a release.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('installs both clients in an empty folder, links an address and checks a webhook in both languages', async () => {
  const run = promisify(execFile)('node_modules/.bin/tsx', ['tools/trials/try-customer.ts'], { maxBuffer: 1e8 })
  const { stdout } = await run
  expect(stdout.match(/event: project\.price_changed of project, signature valid/g)).toHaveLength(2)
  expect(stdout).toContain('Everything worked')
})
