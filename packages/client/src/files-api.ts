// Client methods for files of addresses, whose rows Plinth matches in the background.
import type * as api from './api-types.ts'
import { PlinthError } from './errors.ts'
import { at, pages } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'
import { sleep } from './transport.ts'

/** In Node, `await openAsBlob('addresses.csv')` of `node:fs`. A Blob can be sent again after a lost connection. */
export type FileContent = Blob | ReadableStream<Uint8Array>

export interface FileMatchOptions extends CallOptions {
  readonly name?: string
  /** Which columns make up each field. Default: guessed from their names. */
  readonly mapping?: NonNullable<api.FileChange['mapping']>
  readonly format?: api.FileResultQuery['format']
  readonly store?: boolean
  readonly onProgress?: (file: api.File) => void
}

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 5000

export function files(transport: Transport) {
  const get = (id: string, options?: CallOptions) => transport.data<api.File>('GET', at('files', id), options)
  const create = (file: FileContent, query?: api.FileUploadQuery, options: CallOptions = {}) => {
    const headers = { 'content-type': 'application/octet-stream', ...options.headers }
    const sent = { ...options, headers, query, stream: file, timeoutMs: options.timeoutMs ?? 0 }
    return transport.data<api.File>('POST', at('files'), sent)
  }
  const update = (id: string, body: api.FileChange, options?: CallOptions) =>
    transport.data<api.File>('PATCH', at('files', id), { ...options, body })
  const result = async (id: string, query?: api.FileResultQuery, options?: CallOptions) => {
    const headers = { accept: '*/*', ...options?.headers }
    const response = await transport.send('GET', at('files', id, 'result'), { ...options, headers, query })
    return response.body!
  }
  /** Resolves when the file is finished. Throws if it failed, or waits for a person or the quota. */
  const wait = async (id: string, options: Pick<FileMatchOptions, keyof CallOptions | 'onProgress'> = {}) => {
    const { onProgress, ...call } = options
    for (let ms = FIRST_WAIT_MS; ; ms = Math.min(ms * 2, MAX_WAIT_MS)) {
      const file = await get(id, call)
      onProgress?.(file)
      if (file.state === 'finished') return file
      if (file.state !== 'queued' && file.state !== 'running') throw notFinished(file)
      await sleep(ms, call.signal)
    }
  }
  return {
    ...pages<api.FilesQuery, api.File, api.FilePage>(transport, at('files')),
    get,
    create,
    /** Chooses the columns, and starts the job. */
    update,
    wait,
    /** The result as a stream. It breaks off with an error if it is incomplete. */
    result,
    remove: (id: string, options?: CallOptions) => transport.json<void>('DELETE', at('files', id), options),
    /** Uploads a file, waits, and returns its result as a stream. */
    match: async (content: FileContent, options: FileMatchOptions = {}) => {
      const { name, mapping, format, store, onProgress, ...call } = options
      const { id } = await create(content, { name, store, hold: mapping !== undefined }, call)
      if (mapping) await update(id, { mapping }, call)
      await wait(id, { ...call, ...(onProgress && { onProgress }) })
      return result(id, { format }, call)
    },
  }
}

function notFinished({ id, state, columns, problem }: api.File): PlinthError {
  const names = columns.map(({ name }) => name).join(', ')
  const detail =
    problem?.detail ?? `It is not certain which column has the address. Pass a mapping. File ${id} has: ${names}.`
  return new PlinthError({ status: 409, code: 'state_conflict', detail, problem: { file: id, state, ...problem } })
}
