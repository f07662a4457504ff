// Tests link keys over many more random datasets than the test suite has time for.

import { expect, it } from 'vitest'
import { checkLinkKeys } from '../matcher/link-key-cases.ts'

it('names every fact that a verdict depends on, over a thousand random changes', () => {
  expect(() => checkLinkKeys(1000)).not.toThrow()
})
