// Operator endpoints for imports: runs, changes, rejected rows, approval and uploads.
import { z } from 'zod'
import { operator } from '../../access/rights/policies.ts'
import { MAX_UPLOAD_BYTES } from '../../ingest/import/uploads.ts'
import type { RejectedRow } from '../../ingest/record/draft.ts'
import { Fault } from '../../kernel/fault.ts'
import { csvLine } from '../rest/csv-writer.ts'
import { recordResponse } from '../rest/envelope.ts'
import { newestFirstPaging, sequencePaging } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { OCTETS } from '../server/input/body-source.ts'
import { operatorOperation } from '../server/route.ts'
import {
  ChangesPage,
  ChangesQuery,
  ImportRunSchema,
  Reason,
  RejectedPage,
  RejectedQuery,
  RunsPage,
  RunsQuery,
  toChangeJson,
  UploadSchema,
} from './import-schemas.ts'
import { LINES, PROGRESS_LINES } from './operator-data.ts'
import { streamProgress } from './progress-stream.ts'

const OPERATOR = { tag: 'Operator', policy: operator } as const
const params = z.object({ id: textParam(40, 'The import’s id') })
const headers = { 'cache-control': 'no-store' }

export const list = operatorOperation({
  id: 'operatorListImports',
  ...OPERATOR,
  summary: 'List recent imports, newest first',
  query: RunsQuery,
  response: { status: 200, schema: RunsPage },
  example: { query: { limit: 20 } },
  async handle({ services, actor, query: { limit = 50, cursor, ...filters } }) {
    const pages = newestFirstPaging(services, actor.id, 'imports', filters)
    const { runs, hasMore } = await services.data.listRuns({ ...filters, limit, after: pages.after(cursor) })
    const last = runs.at(-1)
    const meta = pages.meta(runs.length, last && { at: last.started_at, id: last.id }, hasMore)
    const emails = await services.access.people.emailsOf(runs.map((run) => run.actor))
    const data = runs.map((run) => ({ ...run, actor_email: emails.get(run.actor) ?? null }))
    return { body: { data, meta }, headers }
  },
})

export const detail = operatorOperation({
  id: 'operatorGetImport',
  ...OPERATOR,
  summary: 'Get one import with its rejected rows',
  params,
  response: { status: 200, schema: recordResponse(ImportRunSchema) },
  example: { params: { id: 'imp_1' } },
  async handle({ services, params: { id } }) {
    const run = await services.data.readRun(id)
    const actor_email = (await services.access.people.emailsOf([run.actor])).get(run.actor) ?? null
    return { body: { data: { ...run, actor_email } }, headers }
  },
})

export const changes = operatorOperation({
  id: 'operatorListImportChanges',
  ...OPERATOR,
  summary: 'List the projects an import changed or would change',
  description:
    'For a dry run or an import stopped by a gate, the first 1,000 projects of each kind are stored for 90 days.',
  params,
  query: ChangesQuery,
  response: { status: 200, schema: ChangesPage },
  example: { params: { id: 'imp_1' }, query: { limit: 20 } },
  async handle({ services, actor, params: { id }, query: { limit = 50, cursor, ...filters } }) {
    const run = await services.data.readRun(id)
    const pages = sequencePaging(services, actor.id, 'import-changes', { id, ...filters })
    const { rows, hasMore } = await services.data.readRunChanges(run, { ...filters, limit, after: pages.after(cursor) })
    const meta = pages.meta(rows.length, rows.at(-1)?.position, hasMore)
    return {
      body: { data: rows.map(toChangeJson), meta: { ...meta, counts: run.changes, version: run.version } },
      headers,
    }
  },
})

export const rejected = operatorOperation({
  id: 'operatorListRejectedRows',
  ...OPERATOR,
  summary: 'List the rows an import rejected, with line, column and reason',
  params,
  query: RejectedQuery,
  response: { status: 200, schema: RejectedPage },
  example: { params: { id: 'imp_1' }, query: { column: 'storeys' } },
  async handle({ services, actor, params: { id }, query: { limit = 50, cursor, column, q } }) {
    const run = await services.data.readRun(id)
    const pages = sequencePaging(services, actor.id, 'rejected-rows', { id, column, q })
    const found = run.rejected.filter((row) => matchesFilter(row, column, q))
    const start = pages.after(cursor) ?? 0
    const data = found.slice(start, start + limit)
    const meta = pages.meta(data.length, start + limit, found.length > start + limit)
    return { body: { data, meta: { ...meta, rejected: run.counts.rejected } }, headers }
  },
})

function matchesFilter(
  { column, reason, key }: RejectedRow,
  wanted: string | undefined,
  q: string | undefined,
): boolean {
  if (wanted !== undefined && column !== wanted) return false
  return q === undefined || `${reason}\n${key ?? ''}`.toLowerCase().includes(q.toLowerCase())
}

export const rejectedFile = operatorOperation({
  id: 'operatorGetRejectedFile',
  ...OPERATOR,
  summary: 'Download the rows an import rejected, as CSV',
  params,
  response: { status: 200, type: 'text/csv' },
  example: { params: { id: 'imp_1' } },
  async handle({ services, params: { id } }) {
    const { rejected } = await services.data.readRun(id)
    const lines = rejected.map(({ line, column, key, reason }) => csvLine([line, column, key, reason]))
    return {
      body: [csvLine(['line', 'column', 'key', 'reason']), ...lines].join(''),
      type: 'text/csv; charset=utf-8; header=present',
      headers: { ...headers, 'content-disposition': `attachment; filename="rejected-${id}.csv"` },
    }
  },
})

export const approve = operatorOperation({
  id: 'operatorApproveImport',
  ...OPERATOR,
  summary: 'Approve a stopped import or publish a dry run',
  description:
    'Runs the same import again and overrides the gates that stopped it. Returns 409 `state_conflict` if the file has changed, ' +
    `or if the import would now make different changes. ${PROGRESS_LINES}`,
  params,
  body: z.strictObject({
    reason: Reason.optional().describe('Required to override gates; stored in the audit log'),
    confirm: z
      .string()
      .max(40)
      .optional()
      .describe('Name of the source. Required if the import removes 1,000 projects or more'),
  }),
  response: LINES,
  example: { params: { id: 'imp_1' }, body: { reason: 'The city removed demolished buildings.' } },
  async handle(call) {
    const { services, actor } = call
    const reason = call.body.reason ?? null
    const confirm = call.body.confirm ?? null
    const { run, request } = await services.data.requireApprovable(call.params.id, { reason, confirm })
    const input = {
      file: request.file,
      moreFiles: request.more_files,
      name: run.file_name,
      source: run.source,
      format: request.format ?? undefined,
      mapping: request.map ?? undefined,
      note: request.note ?? undefined,
      asOf: request.as_of ?? undefined,
      approval: { run, reason },
      actor: actor.id,
      cause: causeOf(call),
    }
    services.dataOperations.requireRoom()
    return streamProgress(services.log, (onProgress) => services.dataOperations.importFile({ ...input, onProgress }))
  },
})

export const upload = operatorOperation({
  id: 'operatorUpload',
  ...OPERATOR,
  summary: 'Upload a file to import',
  description:
    `The body is the file’s bytes, as \`${OCTETS}\`, up to ${MAX_UPLOAD_BYTES / 1024 / 1024} MiB; gzip is accepted. ` +
    'Values of columns about people (owners, applicants, contacts) are removed before the file is stored. ' +
    'The upload is stored for 7 days on the node that received it. Pass its id as `upload` to `POST /api/v1/operator/imports`.',
  query: z.object({ name: textParam(200, 'File name, for display only') }),
  response: { status: 201, schema: recordResponse(UploadSchema) },
  example: { query: { name: 'buildings.csv' } },
  handle() {
    throw new Fault('unsupported_media_type', { detail: `Send the file’s bytes as ${OCTETS}.` })
  },
  upload: {
    mostBytes: MAX_UPLOAD_BYTES,
    async take({ services, body, query }) {
      try {
        const { id: upload_id, ...details } = await services.uploads.save(query.name, body.chunks())
        return { status: 201, body: { data: { upload_id, ...details } } }
      } finally {
        body.drain()
      }
    },
  },
})
