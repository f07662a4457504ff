// Choosing a language from Accept-Language and from the locale of a terminal.
import { expect, test } from 'vitest'
import { systemLanguage } from '../../src/kernel/config.ts'
import { preferredLanguage } from '../../src/kernel/language.ts'
import { fromCases } from '../support/cases.ts'

test.each([
  ...fromCases<[string, string][]>('kernel/language', 'languages'),
  [undefined, 'en'],
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
