// Choosing a language from Accept-Language and from the locale of a terminal.
import { expect, test } from 'vitest'
import { systemLanguage } from '../../src/kernel/config.ts'
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

test.each([
  [{}, 'en'],
  [{ LANG: 'fr_CA.UTF-8' }, 'fr'],
  [{ LANG: 'fr_CA.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'en_CA.UTF-8', LC_MESSAGES: 'fr_FR@euro' }, 'fr'],
  [{ LANG: 'fr', LC_ALL: '' }, 'fr'],
])('the locale %j → %s', (env, language) => {
  expect(systemLanguage(env)).toBe(language)
})
