// The template of the embedded database with real buildings is made from the present files.
import { afterEach, expect, it } from 'vitest'
import { preparedFrom, preparedMark } from '../../src/app/real-buildings.ts'
import { openFor, runCleanups, temporaryFolder } from '../support/databases.ts'

afterEach(runCleanups)

// `test/long/real-template.long.ts` compares its content with a fresh publish.
it('is made from the present registers and migrations (else run: npm run template)', async () => {
  const template = await openFor({ dataDir: await temporaryFolder(), template: 'real' })
  expect(await preparedMark(template)).toBe(await preparedFrom())
})
