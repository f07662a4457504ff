// Accept-Encoding: qualities, wildcards and ties.
import { expect, it } from 'vitest'
import type { Encoding } from '../../src/http/server/content-encoding.ts'
import { chooseEncoding, etagFor } from '../../src/http/server/content-encoding.ts'
import { etagMatches } from '../../src/http/server/etag.ts'

it.each<[string | undefined, Encoding]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
  ['gzip;q=0.5, zstd;q=0.5', 'zstd'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.0', 'identity'],
  ['gzip ; q=0.001', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0.5, zstd;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0, deflate', 'identity'],
  ['br', 'identity'],
  ['gzip;q=2', 'identity'],
  ['gzip;level=9', 'identity'],
  [',,;q=1, gzip', 'gzip'],
  [`${'a,'.repeat(400)}gzip`, 'identity'],
])('chooses for %j: %s', (header, encoding) => {
  expect(chooseEncoding(header, ['zstd', 'gzip'])).toBe(encoding)
})

it('offers only the encodings of the caller', () => {
  expect(chooseEncoding('zstd, gzip;q=0.1', ['gzip'])).toBe('gzip')
  expect(chooseEncoding('zstd', ['gzip'])).toBe('identity')
})

it('gives each encoding its own ETag, and matches any of them', () => {
  const [plain, gzip, zstd] = (['identity', 'gzip', 'zstd'] as const).map((encoding) => etagFor('"abc"', encoding))
  expect([plain, gzip, zstd]).toEqual(['"abc"', '"abc-gz"', '"abc-zst"'])
  for (const one of [plain!, gzip!, zstd!])
    for (const other of [plain!, gzip!, zstd!]) {
      expect(etagMatches(other, one)).toBe(true)
      expect(etagMatches(`"x", W/${other}`, one)).toBe(true)
    }
  expect(etagMatches('"abcd-gz"', '"abc-gz"')).toBe(false)
})
