// Imports at the operators' desk: the runs, what each changes and rejects, approval, and files sent from a browser.
import { z } from 'zod'
import { operator } from '../../access/policies.ts'
import { recordResponse } from '../../contract/envelope.ts'
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
} from '../../contract/import-schemas.ts'
import { textParam } from '../../contract/request-params.ts'
import { MAX_UPLOAD_BYTES } from '../../ingest/import/uploads.ts'
import type { RejectedRow } from '../../ingest/read/draft.ts'
import { csvLine } from '../../kernel/csv-writer.ts'
import { Fault } from '../../kernel/fault.ts'
import { newestFirstPaging, sequencePaging } from '../api/paging.ts'
import { causeOf } from '../door/authenticate.ts'
import { OCTETS } from '../door/input/body-source.ts'
import { operation } from '../door/route.ts'
import { LINES, PROGRESS_LINES } from './operator-data.ts'
import { streamProgress } from './progress-stream.ts'

const tag = 'Operator'
const params = z.object({ id: textParam(40, 'The import’s id') })
const headers = { 'cache-control': 'no-store' }

export const list = operation({
  id: 'operatorListImports',
  tag,
  policy: operator,
  summary: 'The last imports, newest first',
  query: RunsQuery,
  response: { status: 200, schema: RunsPage },
  example: { query: { outcome: 'refused' } },
  async handle({ services, actor, query: { limit = 50, cursor, ...wish } }) {
    const places = newestFirstPaging(services, actor.id, 'imports', wish)
    const { runs, hasMore } = await services.data.listRuns({ ...wish, limit, after: places.after(cursor) })
    const last = runs.at(-1)
    const meta = places.meta(runs.length, last && { at: last.started_at, id: last.id }, hasMore)
    const emails = await services.access.people.emailsOf(runs.map((run) => run.actor))
    const data = runs.map((run) => ({ ...run, actor_email: emails.get(run.actor) ?? null }))
    return { body: { data, meta }, headers }
  },
})

export const detail = operation({
  id: 'operatorGetImport',
  tag,
  policy: operator,
  summary: 'One import, with the rows it rejected',
  params,
  response: { status: 200, schema: recordResponse(ImportRunSchema) },
  example: { params: { id: 'imp_1' } },
  async handle({ services, params: { id } }) {
    const run = await services.data.readRun(id)
    const actor_email = (await services.access.people.emailsOf([run.actor])).get(run.actor) ?? null
    return { body: { data: { ...run, actor_email } }, headers }
  },
})

export const changes = operation({
  id: 'operatorListImportChanges',
  tag,
  policy: operator,
  summary: 'What an import changed, or would have changed, project by project',
  description:
    'Of one that published nothing (stopped by a gate, or a dry run) the first thousand projects of each kind are kept, for 90 days.',
  params,
  query: ChangesQuery,
  response: { status: 200, schema: ChangesPage },
  example: { params: { id: 'imp_1' }, query: { kind: 'gone', q: 'howe' } },
  async handle({ services, actor, params: { id }, query: { limit = 50, cursor, ...wish } }) {
    const run = await services.data.readRun(id)
    const places = sequencePaging(services, actor.id, 'import-changes', { id, ...wish })
    const { rows, hasMore } = await services.data.readRunChanges(run, { ...wish, limit, after: places.after(cursor) })
    const meta = places.meta(rows.length, rows.at(-1)?.position, hasMore)
    return {
      body: { data: rows.map(toChangeJson), meta: { ...meta, counts: run.changes, version: run.version } },
      headers,
    }
  },
})

export const rejected = operation({
  id: 'operatorListRejectedRows',
  tag,
  policy: operator,
  summary: 'The rows an import rejected, with line, column and reason',
  params,
  query: RejectedQuery,
  response: { status: 200, schema: RejectedPage },
  example: { params: { id: 'imp_1' }, query: { column: 'storeys' } },
  async handle({ services, actor, params: { id }, query: { limit = 50, cursor, column, q } }) {
    const run = await services.data.readRun(id)
    const places = sequencePaging(services, actor.id, 'rejected-rows', { id, column, q })
    const found = run.rejected.filter((row) => isWanted(row, column, q))
    const start = places.after(cursor) ?? 0
    const data = found.slice(start, start + limit)
    const meta = places.meta(data.length, start + limit, found.length > start + limit)
    return { body: { data, meta: { ...meta, rejected: run.counts.rejected } }, headers }
  },
})

function isWanted({ column, reason, key }: RejectedRow, wanted: string | undefined, q: string | undefined): boolean {
  if (wanted !== undefined && column !== wanted) return false
  return q === undefined || `${reason}\n${key ?? ''}`.toLowerCase().includes(q.toLowerCase())
}

export const rejectedFile = operation({
  id: 'operatorGetRejectedFile',
  tag,
  policy: operator,
  summary: 'The rows an import rejected, as CSV',
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

export const approve = operation({
  id: 'operatorApproveImport',
  tag,
  policy: operator,
  summary: 'Publish what a stopped import, or a dry run, has shown',
  description:
    'Runs the same import again, past the gates that stopped it. 409 `state_conflict` when the file is not byte for byte the ' +
    `same, or when against the data of today it would change something else than what was shown. ${PROGRESS_LINES}`,
  params,
  body: z.strictObject({
    reason: Reason.optional().describe('Why; required where gates are overruled, and kept with them in the audit log'),
  }),
  response: LINES,
  example: { params: { id: 'imp_1' }, body: { reason: 'The city took the demolished buildings out.' } },
  async handle(call) {
    const { services, actor } = call
    const reason = call.body.reason ?? null
    const { run, request } = await services.data.requireApprovable(call.params.id, reason)
    const order = {
      file: request.file,
      name: run.file_name,
      source: run.source,
      format: request.format ?? undefined,
      mapping: request.map ?? undefined,
      note: request.note ?? undefined,
      approval: { run, reason },
      actor: actor.id,
      cause: causeOf(call),
    }
    return streamProgress(services.log, (tell) => services.dataOperations.importFile({ ...order, onProgress: tell }))
  },
})

export const upload = operation({
  id: 'operatorUpload',
  tag,
  policy: operator,
  summary: 'Send a file to import, as it is',
  description:
    `The body is the file’s bytes, as \`${OCTETS}\`, up to ${MAX_UPLOAD_BYTES / 1024 / 1024} MiB; gzip is taken as it is. ` +
    'It is kept for 7 days on the node that took it; `POST /api/v1/operator/imports` names it as `upload`.',
  query: z.object({ name: textParam(200, 'What to call the file; it is shown, never opened') }),
  response: { status: 201, schema: recordResponse(UploadSchema) },
  example: { query: { name: 'buildings.csv' } },
  handle() {
    throw new Fault('unsupported_media_type', { detail: `Send the file itself, as ${OCTETS}.` })
  },
  upload: {
    mostBytes: MAX_UPLOAD_BYTES,
    async take({ services, body, query }) {
      try {
        const { id: upload_id, ...facts } = await services.uploads.save(query.name, body.chunks())
        return { status: 201, body: { data: { upload_id, ...facts } } }
      } finally {
        body.drain()
      }
    },
  },
})
