// Client methods for exports and the change log.
import type {
  Change,
  ChangePage,
  ChangesQuery,
  Export,
  ExportedBuilding,
  ExportFile,
  FloorPlan,
  Media,
  Project,
  Unit,
} from './api-types.ts'
import { PlinthError } from './errors.ts'
import { readLines } from './ndjson-lines.ts'
import type { CallOptions, Transport, WholeList } from './transport.ts'

/** A change with a `checkpoint`. Store it after you process the change, and pass it as `since` to resume. */
export type CheckedChange = Change & { readonly checkpoint: number }

const PAGE_SIZE = 1000

export function changes(transport: Transport) {
  const list = (query: ChangesQuery, options?: CallOptions): Promise<ChangePage> =>
    transport.json('GET', '/api/v1/changes', { ...options, query })
  return {
    list,
    /** Yields every change after `since`, in order. Returns the last checkpoint. */
    async *iterate(query: ChangesQuery, options?: CallOptions): AsyncGenerator<CheckedChange, number, undefined> {
      let { since } = query
      for (;;) {
        const { data, meta } = await list({ limit: PAGE_SIZE, ...query, since }, options)
        for (const [i, change] of data.entries())
          yield { ...change, checkpoint: i === data.length - 1 ? meta.next_since : change.sequence }
        since = meta.next_since
        if (!meta.has_more) return since
      }
    },
  }
}

export interface ExportRecords {
  readonly projects: Project
  readonly buildings: ExportedBuilding
  readonly 'floor-plans': FloorPlan
  readonly units: Unit
  readonly media: Media
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
  const download = async (file: ExportFile, options?: CallOptions): Promise<Download> => {
    const headers = { accept: '*/*', ...options?.headers }
    const response = await transport.send('GET', `/api/v1/exports/${file}`, { ...options, headers })
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
    list: (options?: CallOptions): Promise<WholeList<Export>> => transport.json('GET', '/api/v1/exports', options),
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
