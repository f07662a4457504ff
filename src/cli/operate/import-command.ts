// plinth import: a file into the catalogue, with its progress, its rejects and its result for people or for programs.
import { resolve } from 'node:path'
import { AT_THE_MACHINE } from '../../events/audit-log.ts'
import type { ImportRun } from '../../ingest/import/import-runs.ts'
import { readMapping } from '../../ingest/read/mapping.ts'
import type { ImportProgress } from '../../ingest/read/row-stream.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { runLines } from './import-summary.ts'
import { followWork, onData } from './on-data.ts'
import { ProgressLine } from './progress-line.ts'

export interface ImportCommandOptions {
  readonly source: string
  readonly format?: string
  readonly map?: string
  readonly approve?: boolean
  readonly dryRun?: boolean
  readonly note?: string
  readonly json?: boolean
}

export async function importCommand(config: Config, name: string, options: ImportCommandOptions): Promise<number> {
  const file = resolve(name)
  const mapping = options.map === undefined ? undefined : await readMapping(resolve(options.map))
  const { source, format, approve = false, dryRun = false, note } = options
  const progress = new ProgressLine(process.stderr)
  const onProgress = (told: ImportProgress) => progress.show(told)
  const run = await onData(config, {
    here: (upkeep) =>
      upkeep.importFile({
        file,
        source,
        format,
        mapping,
        approve,
        dryRun,
        note,
        actor: 'command line',
        cause: AT_THE_MACHINE,
        onProgress,
      }),
    server: async (server) => {
      const order = { file, source, format, map: mapping, approve, dry_run: dryRun, note }
      const response = await server.ask('POST', '/api/v1/operator/imports', order)
      return followWork<ImportRun>(response, (told) => {
        if (told && typeof told === 'object' && 'rows' in told) onProgress(told as ImportProgress)
      })
    },
  }).finally(() => progress.end())
  if (options.json) console.log(JSON.stringify(run))
  else for (const line of runLines(run, name)) console.log(line)
  return run.outcome === 'refused' || run.outcome === 'failed' ? EXIT.failed : EXIT.ok
}
