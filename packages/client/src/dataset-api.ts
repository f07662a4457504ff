// Client methods for exports and the change log.
import type * as api from './api-types.ts'
import { PlinthError } from './errors.ts'
import { at, iterateChanges, wholeList } from './lists.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport } from './transport.ts'

/** A change with a `checkpoint`. Store it after you process the change, and pass it as `since` to resume. */
export type CheckedChange = api.Change & { readonly checkpoint: number }

export function changes(transport: Transport) {
  const list = (query: api.ChangesQuery, options?: CallOptions) =>
    transport.json<api.ChangePage>('GET', at('changes'), { ...options, query })
  return {
    list,
    /** Yields every change after `since`, in order. Returns the last checkpoint. */
    iterate: (query: api.ChangesQuery, options?: CallOptions): AsyncGenerator<CheckedChange, number, undefined> =>
      iterateChanges<api.ChangesQuery, api.Change>(list, query, options),
  }
}

export interface ExportRecords {
  readonly projects: api.Project
  readonly buildings: api.ExportedBuilding
  readonly 'floor-plans': api.FloorPlan
  readonly units: api.Unit
  readonly media: api.Media
}

export interface Download {
  readonly rows: number
  readonly datasetVersion: string
  /** Pass it as `since` to `changes` to continue from this file. */
  readonly sequence: number
  /** SHA-256 of the whole file, uncompressed, in hexadecimal. */
  readonly sha256: string
  readonly body: ReadableStream<Uint8Array>
}

export function exports(transport: Transport) {
  const download = async (file: api.ExportFile, options?: CallOptions): Promise<Download> => {
    const headers = { accept: '*/*', ...options?.headers }
    const response = await transport.send('GET', at('exports', file), { ...options, headers })
    const header = (name: string) => response.headers.get(name) ?? ''
    return {
      rows: Number(header('x-row-count')),
      datasetVersion: header('x-dataset-version'),
      sequence: Number(header('x-sequence')),
      // Older servers send only the digest of the uncompressed file.
      sha256: header('x-file-sha256') || hexOf(header('digest').replace(/^sha-256=/, '')),
      body: response.body!,
    }
  }
  return {
    list: wholeList<api.Export>(transport, at('exports')),
    /** Downloads a file as a stream, with its row count and checksum: `projects.ndjson`, `units.csv`, `buildings.parquet`. */
    download,
    /** Yields the records of a file. Throws if the file is incomplete. */
    async *records<Name extends keyof ExportRecords>(
      name: Name,
      options?: CallOptions,
    ): AsyncGenerator<ExportRecords[Name], void, undefined> {
      const { rows, body } = await download(`${name}.ndjson`, options)
      let count = 0
      for await (const record of readLines<ExportRecords[Name]>(body)) {
        count += 1
        yield record
      }
      if (count === rows) return
      const detail = `${name}.ndjson ended after ${count} of ${rows} rows. Download it again.`
      throw new PlinthError({ status: 200, code: 'unexpected_answer', detail })
    },
  }
}

function hexOf(base64: string): string {
  return [...atob(base64)].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
