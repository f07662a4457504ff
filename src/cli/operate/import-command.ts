// plinth import

import { resolve } from 'node:path'
import { LOCAL_OPERATOR } from '../../events/audit-log.ts'
import type { ImportRun } from '../../ingest/import/import-runs.ts'
import type { Mapping } from '../../ingest/read/mapping.ts'
import { NO_MAPPING, readMapping } from '../../ingest/read/mapping.ts'
import type { ImportProgress } from '../../ingest/read/row-stream.ts'
import { at } from '../../kernel/at.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT } from '../../kernel/fault.ts'
import { summaryLines } from './import-summary.ts'
import { ProgressLine } from './progress-line.ts'
import { followProgress, runDataOperation } from './run-data-operation.ts'

export interface ImportCommandOptions {
  readonly source: string
  readonly format?: string
  readonly map?: string
  readonly minUnits?: number
  readonly approve?: boolean
  readonly confirm?: string
  readonly dryRun?: boolean
  readonly asOf?: string
  readonly note?: string
  readonly json?: boolean
}

export async function importCommand(
  config: Config,
  names: readonly string[],
  options: ImportCommandOptions,
): Promise<number> {
  const [file, ...moreFiles] = names.map((name) => resolve(name))
  const mapping = await mappingOf(options)
  const { source, format, approve = false, confirm, dryRun = false, asOf, note } = options
  const line = new ProgressLine(process.stderr)
  line.start(`opening ${names.length === 1 ? names[0] : `${names.length} files`}`)
  const onProgress = (progress: ImportProgress) => line.show(progress)
  const common = { file: file!, source, format, approve, confirm, note }
  const run = await runDataOperation(config, {
    local: (operations) =>
      operations.importFile({
        ...common,
        moreFiles,
        mapping,
        dryRun,
        asOf,
        actor: 'command line',
        cause: LOCAL_OPERATOR,
        onProgress,
      }),
    server: async (server) => {
      const body = {
        ...common,
        ...(moreFiles.length > 0 ? { more_files: moreFiles } : {}),
        map: mapping,
        dry_run: dryRun,
        as_of: asOf,
      }
      const response = await server.request('POST', '/api/v1/operator/imports', body)
      return followProgress<ImportRun>(response, (progress) => {
        if (progress && typeof progress === 'object' && 'rows' in progress) onProgress(progress as ImportProgress)
      })
    },
  }).finally(() => line.end())
  if (options.json) console.log(JSON.stringify(run))
  else for (const text of summaryLines(run, at(names, 0))) console.log(text)
  return run.outcome === 'refused' || run.outcome === 'failed' ? EXIT.failed : EXIT.ok
}

export async function mappingOf(options: Pick<ImportCommandOptions, 'map' | 'minUnits'>): Promise<Mapping | undefined> {
  const mapping = options.map === undefined ? undefined : await readMapping(resolve(options.map))
  return options.minUnits === undefined ? mapping : { ...(mapping ?? NO_MAPPING), min_units: options.minUnits }
}
