// plinth match FILE -o FILE with a server: uploads the file, waits, and writes its rows with ours beside them.
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { PlinthClient } from '@plinth/client'
import { FORMATS } from './formats/match-plan.ts'
import type { ColumnNames, QueryColumn } from './formats/query-columns.ts'
import { MatchOutput } from './match-output.ts'
import { MatchProgress } from './match-progress.ts'

/** Our names of the columns → those of the API. */
const FIELDS: Readonly<Partial<Record<QueryColumn, string>>> = {
  postal: 'postal_code',
  lat: 'latitude',
  lng: 'longitude',
}

interface FileOnServer {
  readonly service: PlinthClient
  readonly file: string
  readonly outputFile: string
  /** Default: by the name of the output file, or the format of the input. */
  readonly outputFormat?: (typeof FORMATS)[number] | undefined
  readonly columns: ColumnNames
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

/** Resolves to the exit code. */
export async function matchOnServer({ service, file, outputFile, columns, ...options }: FileOnServer): Promise<number> {
  const named = Object.entries(columns).map(([column, name]) => [FIELDS[column as QueryColumn] ?? column, name])
  const format = options.outputFormat ?? FORMATS.find((one) => outputFile.toLowerCase().endsWith(`.${one}`))
  const progress = new MatchProgress(options.errors)
  const output = new MatchOutput(options.output, outputFile)
  let done = 0
  try {
    const bytes = await service.files.match(await openAsBlob(file), {
      name: basename(file),
      ...(named.length > 0 && { mapping: Object.fromEntries(named) }),
      ...(format && { format }),
      onProgress({ rows, rows_done }) {
        if (done === 0) progress.ready(rows)
        progress.add(rows_done - done, rows_done - done)
        done = rows_done
      },
    })
    for await (const chunk of bytes) await output.write(chunk)
    await output.finish()
  } catch (error) {
    output.discard()
    throw error
  }
  progress.end(false)
  return 0
}
