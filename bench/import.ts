// `npm run bench import`: a national register into the database, and joins of sources with a known truth.
//   npm run bench import [-- --rows=1000000 --truth-rows=20000 --embedded --write-results]
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, startPostgres } from '../test/support/postgres.ts'
import { recordGoal } from './goals.ts'
import type { ImportMeasured, ImportTask } from './import-node.ts'
import { measureJoins } from './import-truth.ts'
import { writeNarFiles } from './nar-generator.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'

const ROWS = 17_000_000
const TRUTH_ROWS = 100_000
const MIN_UNITS = 5

export function runImport(task: ImportTask): Promise<ImportMeasured> {
  const child = fork(fileURLToPath(new URL('./import-node.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as ImportMeasured))
    child.once('exit', (code) => reject(new Error(`The import exited with code ${code}.`)))
  })
}

const numberOption = (name: string, standard: number): number =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? standard)

const whole = (value: number) => Math.round(value).toLocaleString('en')

async function measureNar(url: string | undefined, rows: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-import-'))
  try {
    const started = performance.now()
    const { files, lines, buildings, bytes } = await writeNarFiles(join(folder, 'nar'), rows)
    const seconds = (performance.now() - started) / 1000
    console.log(`  ${whole(lines)} lines, ${whole(bytes / 1e6)} MB written in ${whole(seconds)} s`)
    const task = { url, dataDir: folder, files, source: 'nar', format: 'nar', minUnits: MIN_UNITS }
    const first = await runImport(task)
    const again = await runImport(task)
    if (first.run.outcome !== 'published' || again.run.outcome !== 'unchanged')
      throw new Error(
        `outcomes ${first.run.outcome} (${first.run.gates}) and ${again.run.outcome} (${again.run.gates})`,
      )
    const imported = first.run.counts.records.project?.created ?? 0
    if (imported !== buildings) console.log(`  NOTE: ${buildings} buildings generated, ${imported} imported`)
    if (rows === ROWS) {
      recordGoal('import-time', `${(first.run.counts.seconds / 60).toFixed(1)} min`)
      recordGoal('import-memory', `${whole(first.peakRssMb)} MB`)
    }
    const line = (name: string, { run, peakRssMb, phases }: ImportMeasured) => {
      const parts = Object.entries(phases).map(([phase, time]) => `${phase} ${whole(time)} s`)
      const { seconds: total } = run.counts
      return `| ${name} | ${whole(total)} s | ${whole(lines / total)} | ${whole(peakRssMb)} MB | ${parts.join(', ')} | ${run.outcome} |`
    }
    return [
      `${whole(lines)} lines (${whole(bytes / 1e6)} MB, ${files.length} files), ${whole(imported)} buildings with at least ${MIN_UNITS} dwellings:`,
      '',
      '| | time | lines/s | peak memory | phases | outcome |',
      '|---|---|---|---|---|---|',
      line('first import', first),
      line('the same files again', again),
    ].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function benchImport(): Promise<void> {
  const [rows, truthRows] = [numberOption('rows', ROWS), numberOption('truth-rows', TRUTH_ROWS)]
  const cluster = process.argv.includes('--embedded') ? undefined : await startPostgres()
  const newDatabase = async () => cluster && createDatabase(cluster.url, 'migrated')
  try {
    const sections: string[] = []
    if (rows > 0) sections.push(await measureNar(await newDatabase(), rows))
    if (truthRows > 0) sections.push(await measureJoins(await newDatabase(), truthRows, runImport))
    const text = sections.join('\n\n')
    console.log(text)
    if (!process.argv.includes('--write-results')) return
    const database = cluster ? 'PostgreSQL' : 'embedded database'
    writeResultsSection(
      'import',
      `${resultsMonth()} · two shared ARM cores · ${database} · \`npm run bench import -- --write-results\`\n\n${text}`,
    )
  } finally {
    await cluster?.stop()
  }
}
