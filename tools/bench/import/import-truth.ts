// Three sources about the same invented buildings, spelled differently: how many joins are found and right.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/db/database.ts'
import { percent, table, whole } from '../../shared/tables.ts'
import { recordGoal } from '../speed/goals.ts'
import type { ImportMeasured, ImportTask } from './import-node.ts'
import type { TruthRow } from './truth-sources.ts'
import { truthSources } from './truth-sources.ts'

interface Joined {
  readonly source: string
  readonly key: string
  readonly project_id: number | null
}

export async function measureJoins(
  url: string | undefined,
  rows: number,
  folder: string,
  runImport: (task: ImportTask) => Promise<ImportMeasured>,
): Promise<string> {
  const sources = truthSources(rows)
  for (const [source, list] of sources) {
    const file = join(folder, `${source}.ndjson`)
    writeFileSync(file, list.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
    const { run } = await runImport({ url, dataDir: folder, files: [file], source, format: 'ndjson' })
    const { rejected, seconds } = run.counts
    console.log(`  ${source}: ${list.length} rows, ${run.outcome}, ${rejected} rejected, ${seconds} s`)
    if (run.outcome !== 'published') throw new Error(`${source}: ${run.outcome}: ${run.gates.join('; ')}`)
  }
  const db = await openDatabase({ url, dataDir: folder })
  const { rows: joined } = await sql<Joined>`
    select source, key, project_id from identities where dataset = 'production' and present`.execute(db.query)
  const { rows: cases } = await sql<{ count: number }>`
    select count(*)::int as count from join_cases where state = 'open'`.execute(db.query)
  await db.close()
  return report([...sources.values()].flat(), joined, cases[0]!.count)
}

function report(truth: readonly TruthRow[], joined: readonly Joined[], cases: number): string {
  const projectOf = new Map(joined.map(({ source, key, project_id }) => [`${source} ${key}`, project_id]))
  const rows = truth.map((row) => ({ ...row, project: projectOf.get(`${row.source} ${row.row.key}`) ?? null }))
  const found = pairs(rows.filter(({ project }) => project !== null).map((row) => [row.project!, row]))
  const real = pairs(rows.map((row) => [row.building, row]))
  const right = found.filter(([a, b]) => a.building === b.building)
  const missed = real.filter(([a, b]) => a.project === null || a.project !== b.project)
  const precision = percent(right.length, found.length)
  const recall = percent(real.length - missed.length, real.length)
  for (const [a, b] of found.filter(([a, b]) => a.building !== b.building).slice(0, 10))
    console.log(`  wrong: ${JSON.stringify(a.row)} and ${JSON.stringify(b.row)}`)
  for (const [a, b] of missed.slice(0, 10))
    console.log(`  missed (${b.variant}): ${JSON.stringify(a.row)} and ${JSON.stringify(b.row)}`)
  if (truth.length >= 100_000) recordGoal('joins', `precision ${precision}, recall ${recall}`)
  const byVariant = [...new Set(real.map(([, b]) => b.variant))].sort().map((variant) => {
    const all = real.filter(([, b]) => b.variant === variant).length
    const lost = missed.filter(([, b]) => b.variant === variant).length
    return [variant, String(all), percent(all - lost, all)]
  })
  const head = `${whole(truth.length)} rows of three sources about known buildings: precision ${precision}, recall ${recall} of ${whole(real.length)} pairs; ${cases} joins wait for a person.`
  return `${head}\n\n${table(['the second row is', 'pairs', 'found'], byVariant)}`
}

/** Pairs of rows of different sources that share the key. */
function pairs<T extends { readonly source: string }>(keyed: readonly (readonly [number, T])[]): [T, T][] {
  const groups = new Map<number, T[]>()
  for (const [key, row] of keyed) groups.set(key, [...(groups.get(key) ?? []), row])
  return [...groups.values()].flatMap((group) =>
    group.flatMap((a, i) => group.slice(i + 1).flatMap((b): [T, T][] => (a.source === b.source ? [] : [[a, b]]))),
  )
}
