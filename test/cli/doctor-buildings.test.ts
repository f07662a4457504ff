// plinth doctor buildings: what it finds in a table of buildings, and the files that it writes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MatchBuilding } from '@plinth/matcher'
import { createMatcher } from '@plinth/matcher'
import { describe, expect, it, vi } from 'vitest'
import { BuildingCheck } from '../../src/cli/doctor/check-buildings.ts'
import type { Finding } from '../../src/cli/doctor/findings.ts'
import { run } from '../../src/cli/program.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const building = (key: string, line: string, more: Partial<MatchBuilding> = {}): MatchBuilding => ({
  ...{ key, addresses: [{ line }], city: 'Toronto', province: 'ON' },
  ...more,
})

/** `[text, claimed]` */
function check(buildings: readonly MatchBuilding[], listings: readonly (readonly [string, string?])[] = []) {
  const checkup = new BuildingCheck(buildings, (rows) => createMatcher(rows))
  for (const [i, [address, claimed]] of listings.entries())
    checkup.addListing({
      id: `L${i + 1}`,
      query: { address, city: 'Toronto', province: 'ON' },
      claimed: claimed ?? null,
    })
  return checkup.result()
}

const brief = ({ kind, correction, building_id, into_id, listing_id }: Finding) =>
  [kind, correction, building_id, into_id, listing_id].filter((part) => part !== null).join(' ')

const DUNDAS = building('d', '395 Dundas Street West')

describe('a table of buildings', () => {
  it('has two rows of one building, however they are written, and the row that says more stays', () => {
    const { findings } = check([
      building('a', '55 E Liberty St'),
      building('b', '55 East Liberty Street', { name: 'Bliss', storeys: 30 }),
    ])
    expect(findings.map(brief)).toEqual(['double merge a b'])
    expect(findings[0]!.confidence).toBeGreaterThan(0.9)
  })

  it.each([
    ['names', { name: 'North Tower' }, { name: 'Old Mill' }],
    ['storeys', { storeys: 12 }, { storeys: 40 }],
    ['points', { lat: 43.65, lng: -79.39 }, { lat: 43.66, lng: -79.39 }],
  ])('leaves rows of one address with other %s to a person', (_, one, other) => {
    const { findings } = check([building('a', '10 Bay St', one), building('b', '10 Bay Street', other)])
    expect(findings.map(({ correction }) => correction)).toEqual(['check'])
  })

  it('has no doubles in towers of one project, two corporations, or neighbours', () => {
    const corp = (number: number) => ({ condo_corp: { registry: 'TSCC', number } })
    const rows = [
      building('a', '10 Bay St', { group: 'p', name: 'East' }),
      building('b', '10 Bay St', { group: 'p', name: 'West' }),
      building('c', '20 Bay St', corp(1)),
      building('d', '20 Bay St', corp(2)),
      building('e', '22 Bay St'),
    ]
    expect(check(rows).findings).toEqual([])
  })

  it('has rows with a unit: one beside its building, one that needs another address', () => {
    const { findings } = check([DUNDAS, building('a', '603-395 Dundas St W'), building('b', '12-88 Scott St')])
    expect(findings.map(brief)).toEqual(['phantom merge a d', 'phantom change_address b'])
    expect(findings[1]).toMatchObject({ address: '88 Scott St', city: 'Toronto' })
  })
})

describe('listings', () => {
  it('show a row that only their misread text made', () => {
    const rows = [DUNDAS, building('a', '603 Dundas St W')]
    const { findings } = check(rows, [
      ['#603 - 395 Dundas Street W', 'a'],
      ['603-395 Dundas St W', 'a'],
    ])
    expect(findings.map(brief)).toEqual(['phantom merge a d'])
    expect(findings[0]).toMatchObject({ listings: 2, evidence: expect.stringContaining('#603 - 395') })
  })

  it('in the wrong building are named, and those in a double or a project are not', () => {
    const rows = [
      DUNDAS,
      building('d2', '395 DUNDAS ST W'),
      building('a', '10 Bay St', { group: 'p', name: 'East' }),
      building('b', '10 Bay St', { group: 'p', name: 'West' }),
      building('c', '20 Bay St'),
    ]
    const { findings } = check(rows, [
      ['7 - 395 Dundas St W', 'd2'],
      ['8 - 10 Bay St', 'b'],
      ['9 - 395 Dundas St W', 'c'],
      ['10 - 20 Bay St', 'c'],
      ['11 - 20 Bay St', 'gone'],
    ])
    expect(findings.filter(({ kind }) => kind === 'contradiction').map(brief)).toEqual([
      'contradiction relink c d L3',
      'contradiction relink gone c L5',
    ])
  })

  it('of several units at an address without a row show a missing building', () => {
    const texts = ['101 - 77 Huntley St', '202 - 77 Huntley Street', '#303, 77 huntley', '5 - 79 Huntley St', 'call me']
    const { findings, unreadable } = check(
      [DUNDAS],
      texts.map((text) => [text] as const),
    )
    expect(findings).toMatchObject([{ kind: 'missing', correction: 'add', address: '77 Huntley St', listings: 3 }])
    expect(unreadable).toBe(1)
  })
})

describe('plinth doctor buildings', () => {
  const folder = suiteFolder()
  const path = (name: string) => join(folder, name)
  const TABLE =
    'Complex ID;Nom;Adresse;Ville\n1;=Hack<b>;395 Dundas Street West;Toronto\n2;;395 DUNDAS ST W;Toronto\n3;;;Toronto\n'
  writeFileSync(path('table.csv'), TABLE)
  writeFileSync(path('bare.csv'), 'address,city\n395 Dundas Street West,Toronto\n')
  writeFileSync(path('listings.ndjson'), '{"mls":"X1","address":"7-395 Dundas St W","city":"Toronto","theirs":2}\n')

  async function doctor(...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []]
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line))
    const error = vi.spyOn(console, 'error').mockImplementation((line) => void err.push(line))
    try {
      return { code: await run(['doctor', 'buildings', ...args]), out: out.join('\n'), err: err.join('\n') }
    } finally {
      log.mockRestore()
      error.mockRestore()
    }
  }

  it('reads files with other column names, and writes corrections and a page', async () => {
    const [csv, html] = [path('corrections.csv'), path('report.html')]
    const files = [path('table.csv'), path('listings.ndjson'), '--building-column', 'theirs']
    const { code, out, err } = await doctor(...files, '-o', csv, '--page', html)
    expect(code).toBe(1)
    expect(out).toContain('2 buildings, 1 listings: 1 find a building for certain')
    expect(err).toContain('row 4: address is missing; skipped')
    expect(readFileSync(csv, 'utf8')).toMatch(/^kind,correction,.*\r\ndouble,merge,2,1,,,,,0\.99\d+,1,.*\r\n$/)
    expect(readFileSync(html, 'utf8')).toContain('<summary>Doubles: 1</summary>')
  })

  it('reads all addresses of a building', async () => {
    const rows = [
      { id: 1, address: '10 Bay St', addresses: ['12 Bay St', { line: '14 Bay St' }], city: 'Toronto' },
      { id: 2, address: '14 Bay Street', city: 'Toronto' },
    ]
    writeFileSync(path('table.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    expect((await doctor(path('table.ndjson'))).out).toContain(
      '2 → 1: "14 Bay Street, Toronto" and "10 Bay St, Toronto"',
    )
  })

  it.each([
    ['a file that is not there', ['none.csv'], /none\.csv: /],
    ['a table without ids', ['bare.csv'], /ids and one with addresses are needed/],
    ['a column that is not there', ['table.csv', 'listings.ndjson', '--building-column', 'other'], /no column "other"/],
  ])('says what is wrong with %s', async (_, args, message) => {
    const { code, err } = await doctor(...args.map((one) => (/\./.test(one) ? path(one) : one)))
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})
