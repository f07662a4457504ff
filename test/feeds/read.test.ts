// Reading feeds without a database: mapping, pages, positions and files.
import { describe, expect, it } from 'vitest'
import { FeedProblem } from '../../src/feeds/read/feed-problem.ts'
import { fieldsOf, fileMapping, resoMapping } from '../../src/feeds/read/field-mapping.ts'
import type { FileKind, FileRecord } from '../../src/feeds/read/file-records.ts'
import { readFileRecords } from '../../src/feeds/read/file-records.ts'
import { mapRecord } from '../../src/feeds/read/map-record.ts'
import { startOfPass } from '../../src/feeds/read/pass-start.ts'
import { readChangesPage, readEventPage, readKeysPage, readRecordsPage } from '../../src/feeds/read/reso-page.ts'
import { changesUrl, keysUrl } from '../../src/feeds/read/reso-query.ts'
import { fromCases } from '../support/cases.ts'

const SOURCE = {
  url: 'https://api.mls.tld/odata/',
  resource: 'Property',
  filter: null,
  pageSize: 2,
  keyField: 'ListingKey',
  timeField: 'ModificationTimestamp',
}

describe('the mapping of fields', () => {
  const row = (more: object) => ({ ListingKey: 'C123', UnparsedAddress: '88 Blue Jays Way 1203', ...more })
  const map = (record: object, prefix = '') => mapRecord(record as Record<string, unknown>, resoMapping({}), prefix)

  it('reads RESO fields and keeps nothing else', () => {
    const mapped = map(row(fromCases<object>('feeds/read', 'row')), 'trreb:')
    expect(mapped).toEqual(fromCases<object>('feeds/read', 'mapped row'))
  })

  it('rejects a key that no URL could name', () => {
    expect(map(row({ ListingKey: 'batch' }))).toMatchObject({
      kind: 'rejected',
      reason: expect.stringMatching(/reserved/),
    })
    expect(map(row({ ListingKey: '..' }))).toMatchObject({
      kind: 'rejected',
      reason: expect.stringMatching(/1 to 128 characters/),
    })
    expect(map(row({ ListingKey: null }))).toEqual({ kind: 'rejected', key: null, reason: 'The key is missing.' })
    expect(map(row({ ListingKey: 'batch' }), 'trreb:')).toMatchObject({ listing: { key: 'trreb:batch' } })
  })

  it('leaves out hints that are empty, too long or not a place', () => {
    const poor = {
      Latitude: 0,
      Longitude: 0,
      City: 'x'.repeat(200),
      AssociationName: 'Friends of the Lake',
      UnitNumber: '',
    }
    const { listing } = map(row(poor)) as { listing: { hints: object } }
    expect(new Set(Object.values(listing.hints))).toEqual(new Set([null]))
  })

  it('rejects a row without an address or with a key that cannot be stored', () => {
    expect(map({ ListingKey: 'a' })).toMatchObject({ kind: 'rejected', key: 'a' })
    for (const ListingKey of ['', null, 'a b', 'é', 'x'.repeat(129)])
      expect(map(row({ ListingKey }))).toMatchObject({ kind: 'rejected', key: null })
  })

  it('can be changed, and asks for exactly the fields it reads', () => {
    const mapping = resoMapping({ unit: ['ApartmentNumber'], condo_corp: null, address: ['FullAddress'] })
    expect(mapping).toMatchObject({ unit: ['ApartmentNumber'], address: ['FullAddress'] })
    expect(fieldsOf(mapping)).not.toContain('AssociationName')
    expect(fieldsOf(resoMapping({}))).toHaveLength(41)
  })

  it('finds the columns of a file whatever their spelling', () => {
    expect(fileMapping({}, ['MLS #', 'Listing Key', 'Full Address', 'UnitNumber', 'Postal Code', 'Price'])).toEqual({
      key: ['Listing Key'],
      address: ['Full Address'],
      unit: ['UnitNumber'],
      postal_code: ['Postal Code'],
      mls_number: ['MLS #'],
    })
  })
})

describe('requests to a RESO server', () => {
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

  it('ask for rows after a time and key, with the filter of the customer', () => {
    const at = '2026-11-16T12:00:00.1234567Z'
    const url = changesUrl({ ...SOURCE, filter: "StandardStatus eq 'Active'" }, ['ListingKey', 'City'], {
      at,
      key: "O'1",
    })
    expect(url).toMatch(/^https:\/\/api\.mls\.tld\/odata\/Property\?\$select=/)
    expect(queryOf(url)).toEqual({
      $select: 'ListingKey,City',
      $filter: `(StandardStatus eq 'Active') and ((ModificationTimestamp gt ${at}) or (ModificationTimestamp eq ${at} and ListingKey gt 'O''1'))`,
      $orderby: 'ModificationTimestamp asc,ListingKey asc',
      $top: '2',
    })
    expect(queryOf(changesUrl(SOURCE, ['ListingKey'], null)).$filter).toBeUndefined()
  })

  it('write numeric keys without quotes', () => {
    expect(queryOf(keysUrl(SOURCE, 4711)).$filter).toBe('ListingKey gt 4711')
    expect(queryOf(keysUrl(SOURCE, 'A\ud800')).$filter).toBe("ListingKey gt 'A\ufffd'")
    expect(queryOf(keysUrl(SOURCE, null))).toEqual({ $select: 'ListingKey', $orderby: 'ListingKey asc', $top: '2' })
  })
})

describe('a page', () => {
  const at = (second: number) => `2026-11-16T12:00:0${second}Z`
  const rows = (...list: [string | number, number][]) =>
    list.map(([ListingKey, second]) => ({ ListingKey, ModificationTimestamp: at(second) }))
  const codeOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return (error as FeedProblem).code
    }
    return 'accepted'
  }

  it('says where the next one begins', () => {
    const page = readChangesPage({ value: rows(['b', 1], ['a', 2]) }, SOURCE, { at: at(1), key: 'a' })
    expect(page.rows.map(({ position }) => position)).toEqual([
      { at: at(1), key: 'b' },
      { at: at(2), key: 'a' },
    ])
    expect(page.nextLink).toBeNull()
  })

  it('is followed by its link only if the server sent fewer rows than asked for', () => {
    const link = '/odata/Property?$skiptoken=x y'
    const short = { value: rows(['a', 1]), '@odata.nextLink': link }
    expect(readChangesPage(short, SOURCE, null).nextLink).toBe('https://api.mls.tld/odata/Property?$skiptoken=x%20y')
    expect(readChangesPage({ ...short, value: rows(['a', 1], ['b', 1]) }, SOURCE, null).nextLink).toBeNull()
  })

  it('is the last if it only repeats the last row, as servers do that store finer times than they show', () => {
    expect(readChangesPage({ value: rows(['a', 1]) }, SOURCE, { at: at(1), key: 'a' }).rows).toEqual([])
  })

  it.each([
    ['no time', { ListingKey: 'x' }, 'ModificationTimestamp must be a time with an offset'],
    ['a time without an offset', { ListingKey: 'x', ModificationTimestamp: '2026-11-16T12:00:00' }, 'got "2026'],
    ['a time that ends the filter', { ListingKey: 'x', ModificationTimestamp: '2026 or true' }, 'got "2026 or true"'],
    ['no key', { ModificationTimestamp: at(3) }, 'The row has no valid ListingKey.'],
  ])('sets a row with %s aside, and goes on after the row before it', (_, record, problem) => {
    const before = { at: at(1), key: 'a' }
    const page = (...value: object[]) => readChangesPage({ value }, SOURCE, before)
    const read = page(...rows(['b', 2]), record).rows
    expect(read.map(({ position }) => position)).toEqual([1, 2].map(() => ({ at: at(2), key: 'b' })))
    expect(read[1]!.problem).toContain(problem)
    if ('ListingKey' in record) expect(page(record)).toMatchObject({ isLast: true, rows: [{ position: before }] })
  })

  it('of events has each key once, and must be in their order', () => {
    const event = (EntityEventSequence: unknown, ResourceRecordKey: unknown, ResourceName = 'Property') => ({
      ...{ EntityEventSequence, ResourceRecordKey, ResourceName },
    })
    const value = [event(6, 'a'), event('7', 'b'), event(8, 'a'), event(9, 'm', 'Member'), event(10, 11)]
    expect(readEventPage({ value }, SOURCE, 5)).toEqual({ keys: ['a', 'b', '11'], last: 10 })
    expect(readEventPage({ value: [] }, SOURCE, 5)).toEqual({ keys: [], last: null })
    for (const wrong of [[event(5, 'a')], [event(7, 'a'), event(6, 'a')], [event(null, 'a')]])
      expect(codeOf(() => readEventPage({ value: wrong }, SOURCE, 5))).toBe('unexpected_rows')
  })

  it('of rows that were asked for by key has no others', () => {
    expect(readRecordsPage({ value: rows(['a', 1]) }, SOURCE, ['a', 'b'])).toMatchObject([{ key: 'a' }])
    expect(codeOf(() => readRecordsPage({ value: rows(['c', 1]) }, SOURCE, ['a']))).toBe('unexpected_rows')
  })

  it('never leads to another origin', () => {
    for (const link of ['https://evil.tld/x', 'http://api.mls.tld/odata', 'https://api.mls.tld:8443/', '//evil.tld/']) {
      expect(readChangesPage({ value: rows(['a', 1]), '@odata.nextLink': link }, SOURCE, null).nextLink).toBeNull()
      expect(codeOf(() => readKeysPage({ value: [], '@odata.nextLink': link }, SOURCE, null))).toBe(
        'next_link_elsewhere',
      )
    }
  })

  it.each([
    ['no object', null, 'invalid_page'],
    ['no list', { value: {} }, 'invalid_page'],
    ['an error instead of rows', { error: { message: 'no' } }, 'invalid_page'],
    ['a row that is text', { value: ['x'] }, 'invalid_page'],
    ['rows without a key', { value: [{ ModificationTimestamp: at(1) }] }, 'invalid_page'],
    ['nothing but bad rows', { value: [{ ListingKey: 'a' }, { ListingKey: 'b' }] }, 'invalid_page'],
    ['rows that are not in order', { value: rows(['a', 3], ['b', 2]) }, 'unexpected_rows'],
    ['rows from before the position', { value: rows(['a', 0]) }, 'unexpected_rows'],
    ['the same full page again', { value: rows(['b', 1], ['a', 1]) }, 'unexpected_rows'],
  ])('is refused with %s', (_, json, code) => {
    expect(codeOf(() => readChangesPage(json, SOURCE, { at: at(1), key: 'a' }))).toBe(code)
  })
})

describe('the start of a pass', () => {
  const minute = 60_000
  const newest = { at: '2026-11-16T12:00:00.1234567Z', key: 'K' }
  const noon = Date.parse('2026-11-16T12:00:00Z')
  const from = (newestSeenAt: number, lastStartedAt: number, lastEndedAt = lastStartedAt) =>
    startOfPass({
      newest,
      newestSeenAt: noon + newestSeenAt,
      lastStartedAt: noon + lastStartedAt,
      lastEndedAt: noon + lastEndedAt,
    })

  it('is the beginning if nothing was read', () => {
    expect(startOfPass(null)).toBeNull()
  })

  it('is ten minutes before the newest row, plus the time that the last pass took', () => {
    expect(from(2 * minute, minute, minute)).toEqual({ at: '2026-11-16T11:50:00.123Z', key: null })
    expect(from(62 * minute, minute, 61 * minute)).toEqual({ at: '2026-11-16T10:50:00.123Z', key: null })
  })

  it('is never before year 0, which no filter can name', () => {
    const seen = { newestSeenAt: noon, lastStartedAt: noon, lastEndedAt: noon }
    const first = startOfPass({ newest: { at: '0000-01-01T00:00:00Z', key: 'K' }, ...seen })
    expect(first).toEqual({ at: '0000-01-01T00:00:00.000Z', key: null })
  })

  it('comes nearer while nothing new arrives, and then nothing is read twice', () => {
    expect(from(0, 4 * minute)).toEqual({ at: '2026-11-16T11:54:00.123Z', key: null })
    expect(from(0, 10 * minute)).toEqual(newest)
  })

  it('does not follow a clock that runs ahead', () => {
    expect(from(-60 * minute, -60 * minute)).toEqual({ at: '2026-11-16T10:50:00.000Z', key: null })
  })
})

describe('files', () => {
  async function* bytes(text: string, size = 7): AsyncGenerator<Buffer> {
    const all = Buffer.from(text)
    for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size)
  }
  const read = async (kind: FileKind, text: string, noHeader = false) => {
    const records: FileRecord[] = []
    for await (const record of readFileRecords(kind, bytes(text), noHeader)) records.push(record)
    return records
  }

  it('are read while they arrive, with line numbers', async () => {
    expect(await read('ndjson', '{"key":"é"}\n\n[1]\nno\n{"key":2}')).toEqual([
      { line: 1, record: { key: 'é' } },
      { line: 3, record: 'The line is not a JSON object.' },
      { line: 4, record: 'The line is not valid JSON.' },
      { line: 5, record: { key: 2 } },
    ])
    expect(await read('csv', '\ufeffkey;address\r\na;"1 Main; 2"\r\nb\r\nc;x\r\n')).toEqual([
      { line: 2, record: { key: 'a', address: '1 Main; 2' } },
      { line: 3, record: 'The row has 1 columns, but the header has 2.' },
      { line: 4, record: { key: 'c', address: 'x' } },
    ])
  })

  it('are refused if they are no table, and their columns have numbers without a header', async () => {
    await expect(read('csv', '%PDF-1.7\n')).rejects.toThrow('The file is a PDF document. Export the table as CSV')
    expect(await read('csv', 'a,1 Main\n', true)).toEqual([{ line: 1, record: { '#1': 'a', '#2': '1 Main' } }])
    expect(fileMapping({ key: ['#1'], address: ['#2'] }, ['#1', '#2'])).toEqual({ key: ['#1'], address: ['#2'] })
    expect(fileMapping({}, ['No MLS', 'Adresse', 'Ville', 'Unité'])).toEqual({
      ...{ key: ['No MLS'], mls_number: ['No MLS'], address: ['Adresse'], city: ['Ville'], unit: ['Unité'] },
    })
  })

  it.each([
    ['csv', 'key,address\na,1 Main\nb', 'incomplete_file'],
    ['ndjson', '{"key":"a"}\n{"key":', 'incomplete_file'],
    ['csv', '  <!doctype html>', 'invalid_file'],
    ['ndjson', '<html>', 'invalid_file'],
    ['csv', 'key,address\na,"1 Main', 'invalid_file'],
    ['csv', '', 'invalid_file'],
  ] as const)('that end early or are something else are refused: %s %j', async (kind, text, code) => {
    await expect(read(kind, text)).rejects.toMatchObject({ code })
    await expect(read(kind, text)).rejects.toBeInstanceOf(FeedProblem)
  })
})
