// Files of addresses over HTTP: upload, follow, change, download the result and delete.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { LIMITS } from '../../access/rights/plans.ts'
import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { FileOwner } from '../../files/file-jobs.ts'
import { FileProblem } from '../../files/read/file-problem.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { settled } from '../../kernel/settled.ts'
import { fileProblemText } from '../french/file-problems-fr.ts'
import { createOnce } from '../rest/create-once.ts'
import { recordResponse } from '../rest/envelope.ts'
import { newestFirstPaging } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { OCTETS } from '../server/input/body-source.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { languageOf } from '../server/page-language.ts'
import type { Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import { csvResult, ndjsonResult } from './file-result.ts'
import type { ResultFormat } from './file-schemas.ts'
import {
  FilePatch,
  FileResultQuery,
  FileSchema,
  FilesPage,
  FilesQuery,
  FileUpload,
  toFileJson,
} from './file-schemas.ts'
import { parquetResult } from './parquet-result.ts'

const MAX_UPLOAD_BYTES = 1024 ** 3
/** How much to read and discard after a failure. */
const MAX_DISCARDED_BYTES = 256 * 1024 ** 2
const FILES = { scope: 'building_links:read', feature: 'building_links', needsAccount: true } as const
const READ = { tag: 'Files', policy: credential(FILES) } as const
const WRITE = { tag: 'Files', policy: credential({ ...FILES, accountRole: 'developer' }) } as const
const EXAMPLE_ID = 'file_0123456789abcdefghij'
const byId = z.object({ id: textParam(40, 'The file’s id') })
const oneFile = { status: 200, schema: recordResponse(FileSchema) }

const ownerOf = ({ account, dataset }: Principal): FileOwner => ({ accountId: account.id, dataset })

type FileJson = z.input<typeof FileSchema>

/** Problems are stored in English and shown in the language of the reader. */
function spoken(call: Parameters<typeof languageOf>[0], files: readonly FileJson[]) {
  const language = languageOf(call)
  const data = files.map(({ problem, ...file }) => ({
    ...file,
    problem: problem && { ...problem, detail: fileProblemText(problem.detail, language) },
  }))
  return { data, headers: { 'content-language': language, vary: 'Accept-Language' } }
}

/** What programs send for such files. The content says what a file is. */
const UPLOAD_TYPES = [
  ...['text/csv', 'application/csv', 'text/tab-separated-values', 'application/x-ndjson', 'application/gzip'],
  ...['application/zstd', 'application/vnd.ms-excel', 'application/vnd.apache.parquet'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

const create = accountOperation({
  id: 'createFile',
  ...WRITE,
  summary: 'Upload a file of addresses to find the building of each row',
  description:
    `The body is the file as \`${OCTETS}\` or under the type of its format, up to ${MAX_UPLOAD_BYTES / 1024 ** 3} GiB: CSV, TSV, NDJSON (also with gzip or Zstandard), XLSX or Parquet. ` +
    'The columns are guessed from their names. If exactly one is named like an address, the job starts at once; otherwise `state` is `waiting` until you choose with PATCH. ' +
    'Each row that finds a building costs one lookup. The event `file.finished` says that the result is ready. ' +
    'The file and its result are deleted at `expires_at`.',
  query: FileUpload,
  response: { status: 201, schema: recordResponse(FileSchema) },
  example: { query: { name: 'listings.csv' } },
  handle() {
    throw new Fault('unsupported_media_type', { detail: say`Send the file’s bytes as ${OCTETS}.` })
  },
  upload: {
    mostBytes: MAX_UPLOAD_BYTES,
    types: UPLOAD_TYPES,
    async take(call) {
      const { services, principal, body, query } = call
      const owner = ownerOf(principal)
      const mostBytes = LIMITS[principal.plan].stored_file_mib * 1024 ** 2
      const { name = 'file', hold = false, store: storesQueries = true } = query
      try {
        const file = await services.files
          .receive(owner, body.chunks(), { name, hold, storesQueries, mostBytes })
          .catch(async (error) => {
            // A client that is still sending sees the response before the connection closes.
            await settled(body.discard(MAX_DISCARDED_BYTES))
            if (!(error instanceof FileProblem)) throw error
            throw new Fault('invalid_parameter', { detail: fileProblemText(error.message, languageOf(call)) })
          })
        // The same key and the same bytes get the file that is there.
        const request = { ...call, body: { ...query, sha256: file.sha256 } }
        const response = await createOnce(request, principal.account.id, 'create-file', async (tx) => {
          const job = await services.files.create(tx, owner, file, mostBytes, causeOf(call))
          return { status: 201, body: { data: toFileJson(job) } }
        }).catch(async (error) => {
          await services.files.discard(file)
          throw error
        })
        if (response.headers?.['idempotency-replayed']) await services.files.discard(file)
        else services.files.worker.wake()
        return response
      } finally {
        body.drain()
      }
    },
  },
})

const list = accountOperation({
  id: 'listFiles',
  ...READ,
  summary: 'List the uploaded files, newest first',
  query: FilesQuery,
  response: { status: 200, schema: FilesPage },
  example: { call: 'files.list' },
  async handle(call) {
    const { services, principal } = call
    const { limit = 50, cursor } = call.query
    const { accountId, dataset } = ownerOf(principal)
    const pages = newestFirstPaging(services, accountId, 'files', { dataset })
    const { jobs, hasMore } = await services.files.list({ accountId, dataset }, { limit, after: pages.after(cursor) })
    const last = jobs.at(-1)
    const { data, headers } = spoken(call, jobs.map(toFileJson))
    return {
      body: { data, meta: pages.meta(jobs.length, last && { at: last.created_at, id: last.id }, hasMore) },
      headers,
    }
  },
})

const one = accountOperation({
  id: 'getFile',
  ...READ,
  summary: 'Get a file with its state and progress',
  params: byId,
  response: oneFile,
  example: { call: 'files.get', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const job = await call.services.files.get(ownerOf(call.principal), call.params.id)
    const { data, headers } = spoken(call, [toFileJson(job)])
    return { body: { data: data[0] }, headers }
  },
})

const update = accountOperation({
  id: 'updateFile',
  ...WRITE,
  summary: 'Choose the columns of a file, and start its job',
  description: 'A job that ran before starts again, and its rows are billed again.',
  params: byId,
  body: FilePatch,
  response: oneFile,
  example: {
    call: 'files.update',
    params: { id: EXAMPLE_ID },
    body: { mapping: { address: 'Address', city: 'City' } },
  },
  async handle(call) {
    const { services, principal, params, body } = call
    const change = { mapping: body.mapping, hasHeader: body.header }
    const job = await services.files.update(ownerOf(principal), params.id, change, causeOf(call))
    return { body: { data: toFileJson(job) } }
  },
})

const TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: `${NDJSON}; charset=utf-8`,
  parquet: 'application/vnd.apache.parquet',
}
const WRITERS = { csv: csvResult, ndjson: ndjsonResult, parquet: parquetResult } as const

const result = accountOperation({
  id: 'getFileResult',
  ...READ,
  summary: 'Download the result of a file',
  description:
    'Every row of the file in its order, with its own columns unchanged and then ours, whose names start with `plinth_`. ' +
    'Rows that are blank or broken have a `plinth_error`. If the server cannot finish, it closes the connection without ending the response.',
  params: byId,
  query: FileResultQuery,
  response: { status: 200, type: 'text/csv' },
  example: { call: 'files.result', params: { id: EXAMPLE_ID }, query: { format: 'csv' } },
  async handle({ services, principal, params, query }) {
    const found = await services.files.result(ownerOf(principal), params.id)
    const { name, format: own, rows_total } = found.job
    const format = query.format ?? (own === 'ndjson' || own === 'parquet' ? own : 'csv')
    if (format === 'parquet' && own !== 'parquet')
      throw fieldFault('invalid_parameter', 'format', 'Only the result of a Parquet file can be Parquet.')
    const stem = name
      .replace(/\.(?:csv|tsv|txt|ndjson|jsonl|xlsx|parquet)?(?:\.(?:gz|zst))?$/i, '')
      .replaceAll(/[^\w.-]+/g, '_')
    const bytes: AsyncIterable<string | Uint8Array> = WRITERS[format](found)
    return {
      body: Readable.from(bytes, { objectMode: false }),
      type: TYPES[format],
      headers: {
        'content-disposition': `attachment; filename="${stem || 'file'}-plinth.${format}"`,
        'cache-control': 'no-store',
        'x-row-count': String(rows_total),
      },
    }
  },
})

const remove = accountOperation({
  id: 'deleteFile',
  ...WRITE,
  summary: 'Delete a file and its result',
  params: byId,
  response: { status: 204 },
  example: { call: 'files.remove', params: { id: EXAMPLE_ID } },
  async handle(call) {
    await call.services.files.remove(ownerOf(call.principal), call.params.id, causeOf(call))
    return { status: 204 }
  },
})

// biome-ignore format: a table is read by its columns
export const filesRoutes: readonly Route[] = [
  route('POST',   '/api/v1/files',             create),
  route('GET',    '/api/v1/files',             list),
  route('GET',    '/api/v1/files/{id}',        one),
  route('PATCH',  '/api/v1/files/{id}',        update),
  route('DELETE', '/api/v1/files/{id}',        remove),
  route('GET',    '/api/v1/files/{id}/result', result),
]
