// City rolls in their true headers: which rows form a building, and what it says about it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openSourceFile } from '../../src/ingest/files/source-file.ts'
import { calgaryAssessmentTable, splitCalgaryAddress } from '../../src/ingest/open-data/calgary-assessment.ts'
import { edmontonAssessmentTable } from '../../src/ingest/open-data/edmonton-assessment.ts'
import { montrealUefTable } from '../../src/ingest/open-data/montreal-uef.ts'
import { odbTable } from '../../src/ingest/open-data/odb.ts'
import { permitsTable } from '../../src/ingest/open-data/permits.ts'
import { readProposal } from '../../src/ingest/open-data/proposal-text.ts'
import { proposalWords } from '../../src/ingest/open-data/proposal-words.ts'
import { torontoApplicationsTable } from '../../src/ingest/open-data/toronto-applications.ts'
import { vancouverTaxTable } from '../../src/ingest/open-data/vancouver-tax.ts'
import { toRow } from '../../src/ingest/read/to-row.ts'
import type { RejectedRow } from '../../src/ingest/record/draft.ts'
import { Notes } from '../../src/ingest/record/draft.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { mostFrequent } from '../../src/ingest/rolls/group-values.ts'
import { readRoll } from '../../src/ingest/rolls/roll.ts'
import type { RollTable } from '../../src/ingest/rolls/roll-table.ts'
import { civicLines, yearOf } from '../../src/ingest/rolls/roll-values.ts'
import { fromCases } from '../support/cases.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'

afterEach(runCleanups)

const FILES = 'test/open-data/files'
const TABLES = [
  vancouverTaxTable,
  montrealUefTable,
  calgaryAssessmentTable,
  edmontonAssessmentTable,
  odbTable,
  torontoApplicationsTable,
  permitsTable,
]

interface Reading {
  readonly rows: ProjectRow[]
  readonly rejected: RejectedRow[]
  readonly remarks: Record<string, number>
}

async function read(table: RollTable, content?: string | Buffer, minUnits = 5): Promise<Reading> {
  const path = content === undefined ? `${FILES}/${table.name}.csv` : await fileOf('roll.csv', content)
  const notes = new Notes()
  const rows: ProjectRow[] = []
  const rejected: RejectedRow[] = []
  const options = { minUnits, workFolder: join(await temporaryFolder(), 'work') }
  for await (const item of readRoll([await openSourceFile(path)], table, options, notes)) {
    const found = item.kind === 'draft' ? toRow(item.draft, 2026) : { row: null, rejected: item.rejected }
    if (found.row) rows.push(found.row)
    else rejected.push(found.rejected)
  }
  return { rows, rejected, remarks: Object.fromEntries(notes.remarks) }
}

const linesOf = (row: ProjectRow | undefined) => row?.buildings[0]?.addresses.map(({ line }) => line)

it('keeps the parcel ids of a building, unless a plan has too many', async () => {
  const firsts = await Promise.all(
    [vancouverTaxTable, calgaryAssessmentTable, edmontonAssessmentTable, montrealUefTable].map(async (table) => {
      const { rows } = await read(table)
      return rows.flatMap(({ buildings }) => buildings[0]!.parcels ?? [])
    }),
  )
  expect(firsts.map((parcels) => parcels.find(({ kind }) => kind === 'roll')?.id)).toEqual([
    ...['588000010001', '757000010', '10000000', '9900-11-0001-1-001-0101'],
  ])
  expect(firsts[0]).toContainEqual({ kind: 'pid', id: '990-000-001' })
  const lots = (count: number) => {
    const [head, first] = readFileSync(`${FILES}/vancouver-tax.csv`, 'utf8').split('\n') as [string, string]
    const lot = (_: unknown, i: number) =>
      first.replace('990-000-001', `990-001-${i}`).replace('588000010001', `59${i}`)
    return [head, ...Array.from({ length: count }, lot)].join('\n')
  }
  const kinds = async (count: number) => {
    const { rows } = await read(vancouverTaxTable, lots(count))
    const parcels = rows[0]!.buildings[0]!.parcels ?? []
    return ['pid', 'roll'].map((kind) => parcels.filter((parcel) => parcel.kind === kind).length)
  }
  expect([await kinds(25), await kinds(26), await kinds(51)]).toEqual([
    [25, 25],
    [26, 0],
    [0, 0],
  ])
})

it('Vancouver: the newest strata lots of a plan form a building with the plan as its corporation', async () => {
  const { rows, rejected, remarks } = await read(vancouverTaxTable)
  expect(rejected).toEqual([])
  expect(rows).toMatchObject(fromCases<object[]>('open-data/city-rolls', 'Vancouver'))
  expect(linesOf(rows[0])).toEqual(['2045 Marlow St', '98 W 11th Ave'])
  expect(rows[0]?.buildings[0]?.unit_labels).toBe('101,102,201,202,301')
  expect(remarks['skipped: not a strata lot']).toBe(1)
  const small = await read(vancouverTaxTable, undefined, 2)
  expect(small.rows.map(({ key, units_total }) => [key, units_total])).toEqual([
    ['BCS9002', 2],
    ['VAS9001', 6],
  ])
})

it('Montréal: condominium units and whole buildings, with boroughs, ranges, letters and unknown years', async () => {
  const { rows, rejected } = await read(montrealUefTable)
  const byAddress = new Map(rows.map((row) => [row.address, row]))
  expect([...byAddress.keys()].sort()).toEqual([
    '1288 Av des Marronniers, Montréal, QC',
    '15 Rue du Moulin, Montréal, QC',
    '4550-4560 Rue Tournebride, Montréal, QC',
    '77A Ch du Belvédère, Westmount, QC',
  ])
  expect(byAddress.get('1288 Av des Marronniers, Montréal, QC')).toMatchObject({
    tenure: 'condo',
    // Five dwellings; the parking space is none. The storeys of a unit are not those of the building.
    units_total: 5,
    storeys: null,
    year_built: 2016,
    neighbourhood_name: 'Ville-Marie',
  })
  expect(byAddress.get('4550-4560 Rue Tournebride, Montréal, QC')).toMatchObject({
    tenure: 'unknown',
    units_total: 12,
    storeys: 3,
    year_built: null,
    construction_status: 'unknown',
    neighbourhood_name: 'Outremont',
  })
  expect(linesOf(byAddress.get('77A Ch du Belvédère, Westmount, QC'))).toEqual([
    '77A Ch du Belvédère',
    '79A Ch du Belvédère',
  ])
  expect(linesOf(byAddress.get('15 Rue du Moulin, Montréal, QC'))).toEqual(['15 Rue du Moulin', '18 Rue du Moulin'])
  expect(rejected).toMatchObject([{ column: 'MUNICIPALITE', reason: 'the municipality "77" is unknown' }])
})

it('Montréal: reads a file in Latin-1', async () => {
  const latin1 = Buffer.from(readFileSync(`${FILES}/montreal-uef.csv`, 'utf8'), 'latin1')
  expect((await read(montrealUefTable, latin1)).rows).toEqual((await read(montrealUefTable)).rows)
})

it('Calgary: counts dwellings by civic address, without parking, storage and land', async () => {
  const { rows, rejected, remarks } = await read(calgaryAssessmentTable)
  expect(rejected).toEqual([])
  expect(rows).toMatchObject(fromCases<object[]>('open-data/city-rolls', 'Calgary'))
  expect(rows[1]?.buildings[0]?.unit_labels).toBe('101-103,201-203')
  // A house, two lots of land and a property of another use.
  expect(remarks).toMatchObject({
    'buildings with fewer than 5 units: left out': 4,
    'skipped: a property without a civic address': 1,
  })
})

it.each(fromCases<[string, string, string][]>('open-data/city-rolls', 'Calgary addresses'))(
  'Calgary: splits %s into unit and civic address',
  (text, unit, address) => {
    expect(splitCalgaryAddress(text)).toEqual({ unit, address })
  },
)

it('Calgary: an address without a number is none', () => {
  for (const text of ['', 'SW', 'SOMERVALE CO SW', '17 AV SW']) expect(splitCalgaryAddress(text)).toBeNull()
})

it('Edmonton: counts residential suites by civic address', async () => {
  const { rows, remarks } = await read(edmontonAssessmentTable)
  expect(rows).toMatchObject(fromCases<object[]>('open-data/city-rolls', 'Edmonton'))
  expect(remarks['skipped: an account without a civic address']).toBe(1)
  const information =
    'Account Number,Suite,House Number,Street Name,Legal Description,Zoning,Lot Size,Actual Year Built,Neighbourhood ID,Neighbourhood,Ward,Latitude,Longitude\n' +
    [1, 2, 3, 4, 5].map((n) => `${n},${n},12,MARLOW ROAD NW,Plan: 1,RA7,1,1977,1,OLD MARLOW,W,53.5,-113.5\n`).join('')
  expect((await read(edmontonAssessmentTable, information)).rows).toMatchObject([{ units_total: 5, year_built: 1977 }])
})

it('Open Database of Buildings: keeps what can add to a building with several dwellings', async () => {
  const { rows, remarks } = await read(odbTable)
  expect(rows.map((row) => [row.key, row.name, row.storeys, row.units_total, row.year_built, row.province])).toEqual([
    ['odb-1', 'Marlow Court', 20, 180, 1974, 'ON'],
    ['odb-2', '14 Marlow St', 12, null, null, 'ON'],
    ['odb-6', '32 Rue Tournebride', 6, 40, 1990, 'QC'],
  ])
  expect(remarks).toMatchObject({
    'skipped: not known to have several dwellings': 1,
    'skipped: a building without an address': 1,
    'buildings with fewer than 5 units: left out': 1,
  })
})

describe('Toronto applications', () => {
  it('makes one planned project of all open applications at an address, the newest first', async () => {
    const { rows, rejected, remarks } = await read(torontoApplicationsTable)
    expect(rejected).toEqual([])
    expect(rows).toMatchObject([
      {
        address: '12 Tallow Rd, Toronto, ON',
        storeys: 14,
        units_total: 152,
        tenure: 'rental',
        latitude: null,
        sales_status: 'planning',
        construction_status: 'pre_construction',
      },
      {
        address: '600 Marlow St W, Toronto, ON',
        postal_code: 'M5V',
        storeys: 44,
        units_total: 498,
        tenure: 'condo',
        building_type: 'multi_unit',
        latitude: expect.closeTo(43.646, 3),
        longitude: expect.closeTo(-79.398, 3),
        location_accuracy: 'parcel',
        sales_status: 'planning',
        construction_status: 'pre_construction',
        description: '',
        website_url: null,
      },
    ])
    expect(linesOf(rows[0])).toEqual(['12 Tallow Rd', '15 Tallow Rd'])
    expect(remarks).toMatchObject({
      'skipped: the application is closed': 1,
      'skipped: the application was refused or withdrawn': 1,
      'skipped: the description mentions no homes': 1,
      'skipped: the application is not for a building': 1,
      'buildings with fewer than 5 units: left out': 1,
    })
  })

  const CASES = readFileSync(`${FILES}/toronto-descriptions.tsv`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [string, string, string, string])

  it.each(CASES)('reads %s storeys, %s units, tenure "%s" from: %s', (storeys, units, tenure, description) => {
    const proposal = readProposal(description)
    expect([proposal.storeys, proposal.units]).toEqual(
      [storeys, units].map((text) => (text === '' ? null : Number(text))),
    )
    if (tenure === 'rental') expect(proposal.isRental).toBe(true)
    if (tenure === 'condo') expect(proposal.isCondominium).toBe(true)
  })

  it.each(CASES)('reads the same from the words that are kept of an upload: %s %s %s %s', (_, __, ___, description) => {
    expect(readProposal(proposalWords(description))).toEqual(readProposal(description))
  })

  it('keeps no name of a description', () => {
    const text = 'Agent: Jane O’Roe (jane@roe.invalid). A 12-storey building with 12 parking units.'
    expect(proposalWords(text)).toBe('x: x x’x (x x.x). a 12-storey building with 12 x units.')
  })

  it('has at least 40 descriptions, and finds no homes in a school', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40)
    for (const text of [
      'New two-storey public elementary school.',
      '5-storey self-storage building.',
      'Non-residential uses.',
    ])
      expect(readProposal(text).hasHomes, text).toBe(false)
  })
})

describe.each(TABLES.map((table) => ({ table, name: table.name })))('$name', ({ table }) => {
  const file = `${FILES}/${table.name}.csv`

  it('gives the same rows in any order of lines, and when every line is there twice', async () => {
    const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
    const plain = await read(table)
    const text = (rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`
    expect((await read(table, text(lines.toReversed()))).rows).toEqual(plain.rows)
    expect((await read(table, text([...lines, ...lines]))).rows).toEqual(plain.rows)
  })

  it('names a missing column', async () => {
    const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
    const column = table.columns[0]!
    const broken = [header!.replace(column, `${column}_OLD`), ...lines].join('\n')
    await expect(read(table, `${broken}\n`)).rejects.toThrow(`"${column}"`)
  })

  it('keeps no value of a column that it does not read', async () => {
    const names = fromCases<string[]>('open-data/city-rolls', 'names')
    expect(names.some((name) => readFileSync(file, 'utf8').includes(name))).toBe(true)
    const result = JSON.stringify(await read(table, undefined, 1))
    for (const name of names) expect(result).not.toContain(name)
  })
})

describe('values of a group', () => {
  it('are the most frequent ones, in any order', () => {
    expect(mostFrequent([3, null, 5, 5, 3])).toBe(3)
    expect(mostFrequent(['b', 'a', 'b'])).toBe('b')
    expect(mostFrequent([null])).toBeNull()
  })

  it('treat 0, 9999 and text as an unknown year', () => {
    expect(['1983', '1983.0', '0', '9999', '', 'n/a', '-1'].map(yearOf)).toEqual([
      1983,
      1983,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('keep a range of one side of a street, and split any other', () => {
    expect(civicLines('10', '20', 'Main St')).toEqual(['10-20 Main St'])
    expect(civicLines('10', '15', 'Main St')).toEqual(['10 Main St', '15 Main St'])
    expect(civicLines('10A', '10C', 'Main St')).toEqual(['10A Main St', '10C Main St'])
    expect(civicLines('10', '310', 'Main St')).toEqual(['10 Main St', '310 Main St'])
    expect(civicLines('10', '', 'Main St')).toEqual(['10 Main St'])
  })
})
