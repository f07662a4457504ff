// How long an import takes to join and publish 100 changed rows, by the number of rows that the other sources have.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/db/database.ts'
import { Random } from '../../shared/random.ts'
import { median, table, whole } from '../../shared/tables.ts'
import { recordGoal } from '../speed/goals.ts'
import { inFolder, onDatabase, option, publish } from '../speed/measure.ts'
import type { ImportMeasured, ImportTask } from './import-node.ts'
import { copyCatalogue, MARK, prefixOf } from './stored-copies.ts'
import { truthSources } from './truth-sources.ts'

/** Imported by the product; larger catalogues are copies of it. */
const ORIGINAL = 10_000
const SIZES = [10_000, 100_000, 1_000_000]
/** Rows of the source that changes. */
const WATCHED = 1000
const CHANGED = 100
const ROUNDS = 5

type Row = Record<string, unknown>
type RunImport = (task: ImportTask) => Promise<ImportMeasured>

interface Measured {
  readonly rows: number
  readonly joiningMs: number
  readonly wholeMs: number
  readonly firstMs: number
  readonly outcome: string
}

export async function benchChanges(runImport: RunImport): Promise<void> {
  const sizes = option('sizes')?.split(',').map(Number) ?? SIZES
  await onDatabase(async (newDatabase, database) => {
    const measured: Measured[] = []
    for (const size of sizes)
      measured.push(await inFolder(async (folder) => measure(await newDatabase(), size, folder, runImport)))
    const last = measured.at(-1)!
    if (last.rows >= 1_000_000) recordGoal('import-changes', `${(last.joiningMs / 1000).toFixed(2)} s`)
    const head = [
      'stored rows of other sources',
      'joined and published',
      'whole import',
      `first import of ${whole(WATCHED)} rows`,
    ]
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    const body = measured.map(({ rows, joiningMs, wholeMs, firstMs }) => [
      whole(rows),
      seconds(joiningMs),
      seconds(wholeMs),
      seconds(firstMs),
    ])
    publish('changes', `${table(head, body)}\n\nMedian of ${ROUNDS} imports. ${last.outcome}`, database)
  })
}

async function measure(url: string | undefined, size: number, folder: string, runImport: RunImport): Promise<Measured> {
  const copies = Math.max(1, Math.round(size / ORIGINAL))
  const truth = [...truthSources(ORIGINAL)]
  for (const [source, rows] of truth)
    await importRows(
      source,
      rows.map(({ row }) => marked(row)),
    )
  const db = await openDatabase({ url, dataDir: folder })
  await copyCatalogue(db, copies)
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from identities`.execute(db.query)
  await db.close()
  const random = new Random(1)
  const all = truth.flatMap(([, rows]) => rows.map(({ row }) => row))
  const watched = random
    .shuffle(all)
    .slice(0, WATCHED)
    .map((row, at) => watchedRow(row, at, random.below(copies)))
  const first = await importRows('watch', watched)
  const runs: ImportMeasured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < CHANGED; at++) change(watched, (round * CHANGED + at) % WATCHED, round, random, all, copies)
    runs.push(await importRows('watch', watched))
  }
  const { joins, events, records } = runs.at(-1)!.run.counts
  const joining = ({ phases }: ImportMeasured) =>
    1000 * Object.entries(phases).reduce((sum, [phase, time]) => sum + (phase === 'reading' ? 0 : time), 0)
  return {
    rows: counts[0]!.count,
    joiningMs: median(runs.map(joining)),
    wholeMs: median(runs.map(({ run }) => run.counts.seconds * 1000)),
    firstMs: first.run.counts.seconds * 1000,
    outcome: `In the last one, ${records.project?.changed} projects changed, ${records.project?.created} were created and ${records.project?.removed} removed, with ${events} events; of the source's rows, ${joins?.joined} had joined other sources.`,
  }

  async function importRows(source: string, rows: readonly Row[]): Promise<ImportMeasured> {
    const file = join(folder, `${source}.ndjson`)
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const done = await runImport({ url, dataDir: folder, files: [file], source, format: 'ndjson' })
    const { outcome, gates, counts } = done.run
    console.log(`  ${source}: ${rows.length} rows, ${outcome}, ${counts.seconds} s, ${JSON.stringify(done.phases)}`)
    if (outcome !== 'published') throw new Error(`${source}: ${outcome}: ${gates.join('; ')}`)
    return done
  }
}

/** All invented names of streets start with an upper-case letter; other words of a line are types and directions. */
const STREET_NAME =
  /\b(Alder|Amber|Ash|Aster|Birch|Bramble|Brindle|Cedar|Clover|Copper|Dove|Elm|Ember|Fern|Finch|Flint|Fox|Garnet|Hazel|Heron|Holly|Iris|Ivory|Jasper|Juniper|Lark|Laurel|Linden|Maple|Marlow|Mist|Oak|Olive|Osprey|Pine|Quill|Raven|Rowan|Sable|Tallow|Thorn|Willow|Wren|Yarrow)(?=[a-z])/gi

const marked = (row: Row, mark = MARK): Row => ({
  ...row,
  address: String(row.address).replace(STREET_NAME, (name) => mark + name.toLowerCase()),
})

/** A row of another source about a building of a copy. */
function watchedRow(row: Row, at: number, copy: number): Row {
  const { condo_corp: _, ...fields } = marked(row, prefixOf(copy))
  return { ...fields, key: `watch-${at}`, storeys: 4 + (at % 40) }
}

/** Seven in ten say something else, two move to another building, and one is a new row in the place of another. */
function change(rows: Row[], at: number, round: number, random: Random, all: readonly Row[], copies: number): void {
  const kind = at % 10
  if (kind < 7) rows[at] = { ...rows[at], storeys: 50 + round, year_built: 1950 + ((at + round) % 70) }
  else {
    const other = watchedRow(random.pick(all), at, random.below(copies))
    rows[at] = kind < 9 ? other : { ...other, key: `watch-${at}-${round}` }
  }
}
