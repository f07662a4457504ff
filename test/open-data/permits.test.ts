// Permits and applications: the step that a city's words mean, and the name of the project from another source.
import { afterEach, expect, it } from 'vitest'
import { fieldSourcesOf } from '../../src/catalog/records/field-sources.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { LOCAL_OPERATOR } from '../../src/events/audit-log.ts'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { changeSource } from '../../src/ingest/sources/source-registry.ts'
import { forEachDatabase, runCleanups } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { readRows } from '../support/read-rows.ts'

afterEach(runCleanups)

const TORONTO = 'test/open-data/files/permits.csv'

it('Toronto: reads permits for new buildings with several dwellings, and what their status says', async () => {
  const { rows, rejected, remarks, format } = await readRows(TORONTO)
  expect([format, rejected]).toEqual(['permits', []])
  const facts = rows.map((row) => [
    row.address,
    row.units_total,
    row.sales_status,
    row.construction_status,
    row.planning,
  ])
  const planning = (step: string, decision: string, reference: string, date: string) => ({
    step,
    decision,
    reference,
    date,
  })
  expect(facts).toEqual([
    [
      ...['14 Tallow Rd, Toronto, ON', 150, 'planning', 'pre_construction'],
      planning('applied', 'Under Review', '21 100003 BLD', '2024-01-02'),
    ],
    [
      ...['16 Tallow Rd, Toronto, ON', 60, 'unknown', 'completed'],
      planning('completed', 'Closed', '18 100004 BLD', '2023-04-05'),
    ],
    [
      ...['28 Tallow Rd, Toronto, ON', 80, 'planning', 'pre_construction'],
      planning('approved', 'Work Not Started', '24 100010 BLD', '2024-02-03'),
    ],
    [
      ...['600 Marlow St W, Toronto, ON', 498, 'unknown', 'under_construction'],
      planning('under_construction', 'Inspection', '21 100001 BLD', '2022-05-06'),
    ],
  ])
  expect(rows[1]).toMatchObject({ tenure: 'unknown', completion_date: { date: '2023-04-05', precision: 'day' } })
  expect(rows[3]).toMatchObject({ tenure: 'condo', storeys: 44, postal_code: 'M5V' })
  expect(remarks).toMatchObject({
    'skipped: a revision of a permit': 1,
    'skipped: a permit for a part of the work': 2,
    'skipped: a permit that ended, or with a status that is not known': 2,
    'skipped: no permit for a new building': 1,
    'buildings with fewer than 5 units: left out': 1,
  })
})

const VANCOUVER = `PermitNumber;PermitNumberCreatedDate;IssueDate;ProjectValue;TypeOfWork;Address;ProjectDescription;PermitCategory;Applicant;ApplicantAddress;PropertyUse;SpecificUseCategory;BuildingContractor;geo_point_2d
BP-2021-00001;2021-01-02;2022-03-04;1;New Building;1480 HOWE STREET, Vancouver, BC V6Z 1R8;"To construct a 12-storey building with 90 dwelling units; applicant: Ada Crumplehorn";New;Ada Crumplehorn;1 X ST;Dwelling Uses;Multiple Dwelling;Ada Crumplehorn;49.2757, -123.1309
BP-2021-00002;2021-01-02;2022-03-04;1;Addition / Alteration;1482 HOWE STREET, Vancouver, BC V6Z 1R8;90 dwelling units;New;Ada Crumplehorn;1 X ST;Dwelling Uses;Multiple Dwelling;;
BP-2021-00003;2021-01-02;2022-03-04;1;New Building;1484 HOWE STREET, Vancouver, BC V6Z 1R8;One-family dwelling;New;Ada Crumplehorn;1 X ST;Dwelling Uses;Single Detached House;;
`

it('Vancouver: a permit is issued, and what became of it is not known', async () => {
  const { rows } = await readRows(await fileOf('issued.csv', VANCOUVER))
  expect(rows).toMatchObject([
    {
      ...{
        address: '1480 Howe St, Vancouver, BC',
        postal_code: 'V6Z 1R8',
        storeys: 12,
        units_total: 90,
        latitude: 49.2757,
      },
      ...{ sales_status: 'unknown', construction_status: 'unknown' },
      planning: { step: 'approved', decision: 'Permit issued', reference: 'BP-2021-00001', date: '2022-03-04' },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('Crumplehorn')
})

it('Toronto applications: the newest one decides, in the words of the city', async () => {
  const { rows } = await readRows('test/open-data/files/toronto-applications.csv')
  expect(rows.map(({ planning }) => planning)).toEqual([
    { step: 'applied', decision: 'OMB Appeal', reference: '23 900004 STE 10 OZ', date: '2023-01-05' },
    { step: 'approved', decision: 'Draft Plan Approved', reference: '25 900003 STE 10 CD', date: '2025-10-24' },
  ])
})

forEachDatabase('a permit', (open) => {
  const now = () => new Date('2026-11-14T06:00:00Z')
  const named = `${JSON.stringify({ key: 'm', name: 'The Marlow', address: '600 Marlow St W', city: 'Toronto', province: 'ON', postal_code: 'M5V' })}\n`
  async function run(db: Database, source: string, file: string) {
    const options = { file, source, actor: 'test', now, approve: true, confirm: source }
    expect((await importFile(db, { ...options, snapshot: () => readSnapshot(db, 'production') })).outcome).toBe(
      'published',
    )
    return (await readSnapshot(db, 'production')).projects.toArray()
  }

  it('gives its status and decision to the project that another source names, in any order of imports', async () => {
    const db = await open()
    await db.tx((tx) => changeSource(tx, 'city', { licence: 'OGL – Toronto' }, LOCAL_OPERATOR, now()))
    const own = await fileOf('own.ndjson', named)
    await run(db, 'city', TORONTO)
    const [first] = (await run(db, 'own', own)).filter(({ name }) => name === 'The Marlow')
    expect(first).toMatchObject({
      ...{
        address: '600 Marlow St W, Toronto, ON',
        construction_status: 'under_construction',
        status: 'under_construction',
      },
      planning: { step: 'under_construction', decision: 'Inspection', reference: '21 100001 BLD' },
    })
    const { name, planning, construction_status } = fieldSourcesOf(first!).fields
    expect([name, planning, construction_status].map((from) => from?.source)).toEqual(['own', 'city', 'city'])
    const other = await open()
    await other.tx((tx) => changeSource(tx, 'city', { licence: 'OGL – Toronto' }, LOCAL_OPERATOR, now()))
    await run(other, 'own', own)
    const facts = ({ address, name, planning, status }: NonNullable<typeof first>) => [address, name, planning, status]
    const again = (await run(other, 'city', TORONTO)).map(facts)
    expect(again).toContainEqual(facts(first!))
    // The decision goes with the permit, and its history remains.
    const without = await fileOf('permits.csv', `${VANCOUVER}`)
    const [after] = (await run(db, 'city', without)).filter((project) => project.name === 'The Marlow')
    expect([after!.planning ?? null, after!.construction_status]).toEqual([null, 'unknown'])
    const history = await db.query.selectFrom('history').select(['field']).where('field', '=', 'planning').execute()
    expect(history.length).toBeGreaterThan(0)
  })
})
