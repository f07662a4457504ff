// Choosing the language of a response from Accept-Language.
import { expect, test } from 'vitest'
import { preferredLanguage } from '../../src/kernel/language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['FR-ca', 'fr'],
  ['en-CA,fr;q=0.5', 'en'],
  ['en;q=0.2, fr;q=0.3', 'fr'],
  ['fr;q=0', 'en'],
  ['fr;q=0, en', 'en'],
  ['de, es;q=0.5', 'en'],
  ['de, fr;q=0.1', 'fr'],
  ['*', 'en'],
  ['frr', 'en'],
  ['fr; q = 0.8', 'fr'],
  ['fr;q=9', 'fr'],
  [`${'de,'.repeat(1000)}fr`, 'en'],
])('%s → %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
