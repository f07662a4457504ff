// `npm run bench import`: a national register into the database, and joins of sources with a known truth.
//   npm run bench import [-- --rows=1000000 --truth-rows=20000 --embedded --write-results]
import { join } from 'node:path'
import { table, whole } from '../../shared/tables.ts'
import { recordGoal } from '../speed/goals.ts'
import { inChild, inFolder, numberOption, onDatabase, publish } from '../speed/measure.ts'
import { benchChanges } from './import-changes.ts'
import type { ImportMeasured, ImportTask } from './import-node.ts'
import { measureJoins } from './import-truth.ts'
import { writeNarFiles } from './nar-generator.ts'

const ROWS = 17_000_000
const TRUTH_ROWS = 100_000
const MIN_UNITS = 5

const runImport = (task: ImportTask): Promise<ImportMeasured> =>
  inChild(new URL('./import-node.ts', import.meta.url), task)

async function measureNar(url: string | undefined, rows: number, folder: string): Promise<string> {
  const started = performance.now()
  const { files, lines, buildings, bytes } = await writeNarFiles(join(folder, 'nar'), rows)
  const seconds = (performance.now() - started) / 1000
  console.log(`  ${whole(lines)} lines, ${whole(bytes / 1e6)} MB written in ${whole(seconds)} s`)
  const task = { url, dataDir: folder, files, source: 'nar', format: 'nar', minUnits: MIN_UNITS }
  const first = await runImport(task)
  const again = await runImport(task)
  if (first.run.outcome !== 'published' || again.run.outcome !== 'unchanged')
    throw new Error(`outcomes ${first.run.outcome} (${first.run.gates}) and ${again.run.outcome} (${again.run.gates})`)
  const imported = first.run.counts.records.project?.created ?? 0
  if (imported !== buildings) console.log(`  NOTE: ${buildings} buildings generated, ${imported} imported`)
  if (rows === ROWS) {
    recordGoal('import-time', `${(first.run.counts.seconds / 60).toFixed(1)} min`)
    recordGoal('import-memory', `${whole(first.peakRssMb)} MB`)
  }
  const row = (name: string, { run, peakRssMb, phases }: ImportMeasured) => {
    const parts = Object.entries(phases).map(([phase, time]) => `${phase} ${whole(time)} s`)
    const { seconds: total } = run.counts
    return [
      name,
      `${whole(total)} s`,
      whole(lines / total),
      `${whole(peakRssMb)} MB`,
      parts.join(', '),
      String(run.outcome),
    ]
  }
  const head = `${whole(lines)} lines (${whole(bytes / 1e6)} MB, ${files.length} files), ${whole(imported)} buildings with at least ${MIN_UNITS} dwellings:`
  const rowsOfTable = [row('first import', first), row('the same files again', again)]
  return `${head}\n\n${table(['', 'time', 'lines/s', 'peak memory', 'phases', 'outcome'], rowsOfTable)}`
}

export const benchImportChanges = (): Promise<void> => benchChanges(runImport)

export async function benchImport(): Promise<void> {
  const [rows, truthRows] = [numberOption('rows', ROWS), numberOption('truth-rows', TRUTH_ROWS)]
  await onDatabase(async (newDatabase, database) => {
    const sections: string[] = []
    if (rows > 0) sections.push(await inFolder(async (folder) => measureNar(await newDatabase(), rows, folder)))
    if (truthRows > 0)
      sections.push(await inFolder(async (folder) => measureJoins(await newDatabase(), truthRows, folder, runImport)))
    publish('import', sections.join('\n\n'), database)
  })
}
