// Accept-Encoding: qualities, wildcards and ties.
import { expect, it } from 'vitest'
import type { Encoding } from '../../src/http/server/content-encoding.ts'
import { chooseEncoding, etagFor } from '../../src/http/server/content-encoding.ts'
import { etagMatches } from '../../src/http/server/etag.ts'
import { fromCases } from '../support/cases.ts'

it.each<[string | undefined, Encoding]>([
  ...fromCases<[string, Encoding][]>('http/content-encoding', 'encodings'),
  [undefined, 'identity'],
  [`${'a,'.repeat(400)}gzip`, 'identity'],
])('chooses for %j: %s', (header, encoding) => {
  expect(chooseEncoding(header, ['zstd', 'gzip'])).toBe(encoding)
})

it('offers only the encodings of the caller', () => {
  expect(chooseEncoding('zstd, gzip;q=0.1', ['gzip'])).toBe('gzip')
  expect(chooseEncoding('zstd', ['gzip'])).toBe('identity')
})

it('gives each encoding its own ETag, and matches any of them', () => {
  const [plain, gzip, zstd, br] = (['identity', 'gzip', 'zstd', 'br'] as const).map((encoding) =>
    etagFor('"abc"', encoding),
  )
  expect([plain, gzip, zstd, br]).toEqual(['"abc"', '"abc-gz"', '"abc-zst"', '"abc-br"'])
  for (const one of [plain!, gzip!, zstd!, br!])
    for (const other of [plain!, gzip!, zstd!, br!]) {
      expect(etagMatches(other, one)).toBe(true)
      expect(etagMatches(`"x", W/${other}`, one)).toBe(true)
    }
  expect(etagMatches('"abcd-gz"', '"abc-gz"')).toBe(false)
})
