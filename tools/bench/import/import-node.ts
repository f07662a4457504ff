// A process that imports files into a database and reports time and memory. Started by tools/bench/import/import.ts.

import { readSnapshot } from '../../../src/catalog/snapshot/open-dataset.ts'
import { ProgressLine } from '../../../src/cli/operate/progress-line.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { importFile } from '../../../src/ingest/import/import-file.ts'
import type { ImportRun } from '../../../src/ingest/import/import-runs.ts'
import { NO_MAPPING } from '../../../src/ingest/read/mapping.ts'
import type { ImportProgress } from '../../../src/ingest/read/row-stream.ts'

export interface ImportTask {
  readonly url: string | undefined
  readonly dataDir: string
  readonly files: readonly string[]
  readonly source: string
  readonly format: string
  readonly minUnits?: number
}

export interface ImportMeasured {
  readonly run: ImportRun
  readonly peakRssMb: number
  /** Seconds by phase. */
  readonly phases: Readonly<Record<string, number>>
}

process.once('message', async (task: ImportTask) => {
  const { url, dataDir, files, source, format, minUnits } = task
  const db = await openDatabase({ url, dataDir })
  const [file, ...moreFiles] = files
  const line = new ProgressLine(process.stderr)
  const phases: Record<string, number> = {}
  let phase = { name: '', since: performance.now() }
  const endPhase = (name: string) => {
    const now = performance.now()
    if (phase.name !== '') phases[phase.name] = (phases[phase.name] ?? 0) + (now - phase.since) / 1000
    phase = { name, since: now }
  }
  const onProgress = (progress: ImportProgress) => {
    if (progress.phase !== phase.name) endPhase(progress.phase)
    line.show(progress)
  }
  const run = await importFile(db, {
    file: file!,
    moreFiles,
    source,
    format,
    ...(minUnits === undefined ? {} : { mapping: { ...NO_MAPPING, min_units: minUnits } }),
    actor: 'bench',
    now: () => new Date(),
    snapshot: () => readSnapshot(db, 'production'),
    workFolder: dataDir,
    onProgress,
  })
  endPhase('')
  line.end()
  await db.close()
  const report: ImportMeasured = { run, peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024), phases }
  process.send!(report, () => process.exit(0))
})
