// History from the releases of a source: what each of them said, on its day.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { projectAsOf } from '../../src/catalog/history/as-of.ts'
import { historyOfProject } from '../../src/catalog/history/project-history.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'
import { readChanges } from '../../src/events/change-log.ts'
import { failedGates } from '../../src/ingest/import/gates.ts'
import { publishRows } from '../../src/ingest/publish/publish.ts'
import { rollback } from '../../src/ingest/publish/rollback.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { forEachDatabase } from '../support/databases.ts'
import { SeededRandom } from '../support/random.ts'
import { projectRow } from '../support/rows.ts'
import { contentOf } from '../support/snapshots.ts'

const NOW = new Date('2026-11-14T06:00:00Z')

const publish = (
  db: Database,
  asOf: string | undefined,
  rows: readonly ProjectRow[],
  { at = NOW, source = 'city' }: { readonly at?: Date; readonly source?: string } = {},
) => publishRows(db, { dataset: 'production', source, rows, at, asOf })

const row = (key: string, storeys: number) =>
  projectRow(key, { history: [], floor_plans: [], units: [], media: [], storeys })

forEachDatabase('releases, oldest first', (open) => {
  it('shows each day what the latest release before it said', async () => {
    const db = await open()
    await publish(db, '2020-01-06', [row('1', 8), row('2', 20)])
    await publish(db, '2021-01-06', [row('1', 10), row('2', 20)])
    const { version } = await publish(db, '2022-01-06', [row('1', 12)])
    expect(version).toBe('2026-11-14.3')
    const snapshot = await readSnapshot(db, 'production')
    const on = (id: number, day: string) => {
      const result = projectAsOf(snapshot, id, day)
      return result.kind === 'found' ? result.project.storeys : result
    }
    expect(on(1000, '2020-01-05')).toEqual({ kind: 'before_data', earliest: '2020-01-06' })
    expect(['2020-01-06', '2021-01-05', '2021-01-06', '2022-01-05', '2022-01-06'].map((day) => on(1000, day))).toEqual([
      8, 8, 10, 10, 12,
    ])
    expect(on(1001, '2022-01-05')).toBe(20)
    expect(on(1001, '2022-01-06')).toEqual({ kind: 'removed', removed_at: '2022-01-06T00:00:00.000Z' })
    const project = snapshot.projects.get(1000)!
    expect(project).toMatchObject({ created_at: '2020-01-06T00:00:00.000Z', updated_at: '2022-01-06T00:00:00.000Z' })
    expect(project.sources).toEqual([{ kind: 'city', observed_at: '2022-01-06T00:00:00.000Z' }])
    expect([...snapshot.versions.values()].map(({ published_at }) => published_at)).toEqual(
      Array(3).fill(NOW.toISOString()),
    )
  })

  it('refuses a day that does not exist or is in the future', async () => {
    const db = await open()
    await expect(publish(db, '2026-11-15', [row('1', 8)])).rejects.toThrow('until today')
    await expect(publish(db, '2021-02-30', [row('1', 8)])).rejects.toThrow('until today')
    await expect(publish(db, '21-02-03', [row('1', 8)])).rejects.toThrow('until today')
  })
})

const DAYS = ['2020-01-06', '2021-01-06', '2022-01-06', '2023-01-06']
/** The day before the first release, and each release's day and a later one. */
const ASKED = ['2020-01-05', ...DAYS.flatMap((day) => [day, `${day.slice(0, 4)}-06-01`])]

interface Release {
  readonly day: string
  readonly rows: readonly ProjectRow[]
}

/** Rows appear, change, disappear and return. */
function someReleases(random: SeededRandom): Release[] {
  return DAYS.slice(0, 2 + random.below(3)).map((day) => {
    const keys = ['1', '2', '3'].filter(() => random.chance(0.7))
    return { day, rows: (keys.length === 0 ? ['1'] : keys).map((key) => someRow(random, key)) }
  })
}

function someRow(random: SeededRandom, key: string): ProjectRow {
  const plain = row(key, random.pick([8, 8, 10]))
  const address = `${key}${random.pick(['', '', '0'])} Bloor St W`
  const [building] = plain.buildings
  const addresses = [{ ...building!.addresses[0]!, line: address }]
  return {
    ...plain,
    name: random.pick([`House ${key}`, `Tower ${key}`]),
    address: `${address}, Toronto, ON`,
    buildings: [{ ...building!, addresses }],
    year_built: random.pick([1990, 1990, null]),
    units_total: random.pick([100, 101]),
  }
}

async function clear(db: Database): Promise<void> {
  const tables = ['records', 'identities', 'row_versions', 'project_names', 'history', 'events', 'dataset_versions']
  for (const table of [...tables, 'developers', 'releases', 'release_rows', 'join_pending'])
    await sql`delete from ${sql.table(table)}`.execute(db.query)
}

const BY_IMPORT = new Set(['id', 'project_id', 'slug', 'recorded_at'])
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (BY_IMPORT.has(key) ? undefined : one)))

/** Everything that can be asked about the past of each project that was ever there. */
async function pastOf(db: Database) {
  const snapshot = await readSnapshot(db, 'production')
  const removed = snapshot.removed.project.toArray().map(({ body }) => body)
  const projects = [...snapshot.projects.toArray(), ...removed].map(({ id, slug: _, ...record }) => {
    const days = ASKED.map((day) => projectAsOf(snapshot, id, day))
    const history = historyOfProject(snapshot, id).map((entry) => JSON.stringify(comparable(entry)))
    const present = snapshot.projects.get(id)
      ? comparable({ ...record, updated_at: null, status_changed_at: null })
      : null
    return { days: comparable(days) as typeof days, history: history.sort(), present }
  })
  return projects
    .filter(({ days }) => days.some(({ kind }) => kind === 'found'))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

type Past = Awaited<ReturnType<typeof pastOf>>

const told = ({
  name,
  address,
  storeys,
  year_built,
  units_total,
}: Omit<ProjectRow, 'key' | 'developers' | 'buildings' | 'floor_plans' | 'units' | 'media' | 'history'>) =>
  [name, address, storeys, year_built, units_total].join('|')

function expectWhatReleasesSaid(past: Past, releases: readonly Release[]): void {
  for (const [at, day] of ASKED.entries()) {
    const found = past.flatMap(({ days }) => {
      const asked = days[at]!
      return asked.kind === 'found' ? [told(asked.project)] : []
    })
    const latest = releases.findLast((release) => release.day <= day)?.rows ?? []
    expect(found.sort()).toEqual(latest.map(told).sort())
  }
}

forEachDatabase('releases in any order', (open) => {
  it('give the same answers for every day, which are those of the releases', async () => {
    const db = await open()
    const random = new SeededRandom(83)
    for (let round = 0; round < 12; round++) {
      const releases = someReleases(random)
      let inOrder: Past | null = null
      for (const order of [releases, random.shuffle(releases), releases.toReversed()]) {
        await clear(db)
        for (const { day, rows } of order) await publish(db, day, rows)
        const past = await pastOf(db)
        expectWhatReleasesSaid(past, releases)
        inOrder ??= past
        expect(past).toEqual(inOrder)
      }
    }
  })
})

const laterOn = (day: string) => ({ at: new Date(`${day}T06:00:00Z`) })
const foundOn = async (db: Database, id: number, days: readonly string[]) => {
  const snapshot = await readSnapshot(db, 'production')
  return days.map((day) => {
    const asked = projectAsOf(snapshot, id, day)
    return asked.kind === 'found' ? asked.project.storeys : asked.kind
  })
}

forEachDatabase('an older release', (open) => {
  it('changes nothing that is current, sends no event of a record and passes the gates', async () => {
    const db = await open()
    await publish(db, '2022-01-06', [row('1', 12), row('2', 20), row('3', 30)])
    const before = await readSnapshot(db, 'production')
    const report = await publish(db, '2020-01-06', [row('1', 8), row('9', 5)])
    expect(report).toMatchObject({ published: true, projectsGone: 0, rowsGone: 0, rowsBefore: 0 })
    expect(failedGates(report)).toEqual([])
    const changes = await readChanges(db.query, { dataset: 'production', since: 0, limit: 100 })
    expect(changes.kind === 'changes' && changes.events.map(({ type }) => type)).toEqual([
      'dataset.published',
      'dataset.published',
    ])
    const after = await readSnapshot(db, 'production', { previous: before })
    const values = (snapshot: typeof after) =>
      snapshot.projects.toArray().map(({ created_at: _, ...project }) => project)
    expect(values(after)).toEqual(values(before))
    expect(contentOf(after)).toEqual(contentOf(await readSnapshot(db, 'production')))
    expect(failedGates(await publish(db, '2021-01-06', [row('9', 5)]))).toEqual([
      '1 of 2 rows of the source would disappear (50.0%, limit 5%)',
    ])
  })

  it('is undone by a rollback, and gives the same when it is imported again', async () => {
    const db = await open()
    const random = new SeededRandom(84)
    for (let round = 0; round < 5; round++) {
      const releases = someReleases(random)
      const last = releases.at(-1)!
      await clear(db)
      for (const { day, rows } of releases) await publish(db, day, rows)
      const inOrder = await pastOf(db)
      await clear(db)
      const first = await publish(db, last.day, last.rows)
      const before = await pastOf(db)
      const older = random.shuffle(releases.slice(0, -1))
      for (const { day, rows } of older) await publish(db, day, rows)
      expect(await pastOf(db)).toEqual(inOrder)
      const previous = await readSnapshot(db, 'production')
      await rollback(db, 'production', first.version!, { at: NOW })
      expect(await pastOf(db)).toEqual(before)
      expect(contentOf(await readSnapshot(db, 'production', { previous }))).toEqual(
        contentOf(await readSnapshot(db, 'production')),
      )
      for (const { day, rows } of older) await publish(db, day, rows)
      expect(await pastOf(db)).toEqual(inOrder)
    }
  })

  it('adds to imports without a day, which count from their moments', async () => {
    const db = await open()
    const days = ['2020-01-05', '2020-01-06', '2026-10-01', '2026-10-02', '2026-11-01', '2026-11-02']
    await publish(db, undefined, [row('1', 10), row('2', 2)], laterOn('2026-10-02'))
    await publish(db, undefined, [row('1', 12), row('2', 2)], laterOn('2026-11-02'))
    await publish(db, '2020-01-06', [row('1', 8)])
    expect(await foundOn(db, 1000, days)).toEqual(['before_data', 8, 8, 10, 10, 12])
    expect(await foundOn(db, 1001, days)).toEqual(['before_data', 'before_data', 'before_data', 2, 2, 2])
    const afterwards = await pastOf(db)
    await clear(db)
    await publish(db, '2020-01-06', [row('1', 8)], laterOn('2026-10-01'))
    await publish(db, undefined, [row('1', 10), row('2', 2)], laterOn('2026-10-02'))
    await publish(db, undefined, [row('1', 12), row('2', 2)], laterOn('2026-11-02'))
    expect(await pastOf(db)).toEqual(afterwards)
  })

  it('adds nothing to a project that another source describes', async () => {
    const db = await open()
    await publish(db, undefined, [row('1', 10)], { source: 'builder' })
    await publish(db, '2022-01-06', [row('1', 12), row('2', 20)])
    const before = await pastOf(db)
    await publish(db, '2020-01-06', [row('1', 8), row('2', 20)])
    const after = await pastOf(db)
    expect(after).toHaveLength(before.length)
    expect(after.find(({ days }) => !before.some((one) => isDeepStrictEqual(one.days, days)))?.days[1]).toMatchObject({
      project: { storeys: 20 },
    })
  })

  it('with floor plans is refused', async () => {
    const db = await open()
    await publish(db, '2022-01-06', [projectRow('1', { history: [] })])
    await expect(publish(db, '2020-01-06', [projectRow('1', { history: [] })])).rejects.toThrow('before newer ones')
  })
})
