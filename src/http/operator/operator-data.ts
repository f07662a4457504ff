// The operator's acts on the data over HTTP: import, refresh, rollback, sources. Long ones answer in NDJSON lines as they go.
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { operator } from '../../access/policies.ts'
import type { Actor } from '../../access/roles.ts'
import { isOperatorKey } from '../../access/roles.ts'
import { recordResponse } from '../../contract/envelope.ts'
import {
  FreshnessSchema,
  PreviewSchema,
  Reason,
  SourceSchema,
  toVersionJson,
  VersionsPage,
} from '../../contract/import-schemas.ts'
import { paging } from '../../contract/paging-params.ts'
import { textParam } from '../../contract/request-params.ts'
import { Mapping } from '../../ingest/read/mapping.ts'
import { Fault } from '../../kernel/fault.ts'
import { sequencePaging } from '../api/paging.ts'
import { causeOf } from '../door/authenticate.ts'
import { operation } from '../door/route.ts'
import { streamProgress } from './progress-stream.ts'

export const absolutePath = z.string().min(2).max(4000).refine(isAbsolute, 'must be an absolute path')

/** An import quotes what it reads: a person who could name any file would read the operator key, and keep it after the role is gone. */
export function requireOperatorKey(actor: Actor): void {
  if (isOperatorKey(actor)) return
  throw new Fault('insufficient_scope', {
    detail: 'Paths of the server’s machine are for the operator key and the command line; upload the file instead.',
  })
}

export const LINES = { status: 200, type: 'application/x-ndjson' }
export const PROGRESS_LINES =
  'Answers with one JSON object a line while it works: `progress` lines, then one with `data`, or with `error`.'

export const importData = operation({
  id: 'operatorImport',
  tag: 'Operator',
  policy: operator,
  summary: 'Import a file that was uploaded, or lies on the server’s machine',
  description: `A path is for the operator key alone. ${PROGRESS_LINES}`,
  body: z
    .strictObject({
      file: absolutePath.optional(),
      upload: z.string().min(1).max(40).optional().describe('Instead of `file`: the id of an upload'),
      source: z.string().min(1).max(40),
      format: z.string().max(40).optional(),
      map: Mapping.optional(),
      approve: z.boolean().default(false),
      dry_run: z.boolean().default(false),
      note: z.string().trim().min(1).max(500).optional(),
    })
    .refine(
      ({ file, upload }) => (file === undefined) !== (upload === undefined),
      'must name either a file or an upload',
    ),
  bodyLimit: 1024 * 1024,
  response: LINES,
  example: { body: { file: '/data/projects.ndjson', source: 'builders', dry_run: true } },
  async handle(call) {
    const { services, body, actor } = call
    const { dry_run: dryRun, map: mapping, file, upload, ...order } = body
    if (file !== undefined) requireOperatorKey(actor)
    const uploaded = upload === undefined ? undefined : await services.uploads.find(upload)
    const where = uploaded ? { file: uploaded.path, name: uploaded.name } : { file: file! }
    const wish = { ...order, ...where, mapping, dryRun, actor: actor.id, cause: causeOf(call) }
    return streamProgress(services.log, (tell) => services.dataOperations.importFile({ ...wish, onProgress: tell }))
  },
})

export const refreshNow = operation({
  id: 'operatorRefresh',
  tag: 'Operator',
  policy: operator,
  summary: 'Refresh every source now',
  description: PROGRESS_LINES,
  body: z.strictObject({}),
  response: LINES,
  handle: ({ services }) =>
    streamProgress(services.log, () =>
      services.dataOperations.refresh((source, error) => services.log.error({ source, err: error }, 'not refreshed')),
    ),
})

export const rollbackTo = operation({
  id: 'operatorRollback',
  tag: 'Operator',
  policy: operator,
  summary: 'Publish an older version again',
  description: PROGRESS_LINES,
  body: z.strictObject({
    version: z.string().min(1).max(40),
    reason: Reason.optional().describe('Kept with the new version and in the audit log'),
  }),
  response: LINES,
  example: { body: { version: '2026-11-14.2', reason: 'The city’s file was cut off.' } },
  handle(call) {
    const { services, body } = call
    return streamProgress(services.log, () =>
      services.dataOperations.rollback(body.version, causeOf(call), body.reason),
    )
  },
})

export const makeDemo = operation({
  id: 'operatorDemo',
  tag: 'Operator',
  policy: operator,
  summary: 'Publish the demonstration dataset',
  description: PROGRESS_LINES,
  body: z.strictObject({}),
  response: LINES,
  handle: ({ services }) =>
    streamProgress(services.log, async (tell) => {
      await services.dataOperations.loadDemo((line) => tell({ line }))
      return { version: services.catalog.snapshot('production').version?.version ?? null }
    }),
})

export const sources = operation({
  id: 'operatorListSources',
  tag: 'Operator',
  policy: operator,
  summary: 'The sources that the daily refresh reads',
  response: { status: 200, schema: z.object({ data: z.array(SourceSchema) }) },
  handle: async ({ services }) => ({ body: { data: await services.data.listSources() } }),
})

export const addSource = operation({
  id: 'operatorSaveSource',
  tag: 'Operator',
  policy: operator,
  summary: 'Add a source to the daily refresh, or change it',
  body: z.strictObject({
    name: z.string().min(1).max(40),
    location: absolutePath,
    format: z.string().max(40).nullable().default(null),
    map: Mapping.nullable().default(null),
    enabled: z.boolean().default(true),
  }),
  bodyLimit: 1024 * 1024,
  response: { status: 201, schema: recordResponse(SourceSchema) },
  example: { body: { name: 'builders', location: '/data/projects.ndjson', enabled: true } },
  async handle({ services, actor, body }) {
    requireOperatorKey(actor)
    return { status: 201, body: { data: await services.data.saveSource(body) } }
  },
})

export const dropSource = operation({
  id: 'operatorRemoveSource',
  tag: 'Operator',
  policy: operator,
  summary: 'Take a source out of the daily refresh; its projects stay',
  params: z.object({ name: textParam(40, 'The source’s name') }),
  response: { status: 204 },
  example: { params: { name: 'builders' } },
  async handle({ services, params }) {
    if (!(await services.data.removeSource(params.name)))
      throw new Fault('invalid_parameter', { detail: `There is no source ${params.name}.` })
    return { status: 204 }
  },
})

export const freshness = operation({
  id: 'operatorFreshness',
  tag: 'Operator',
  policy: operator,
  summary: 'How fresh each source is, and when the next refresh runs',
  description: 'Every source that has projects, was ever imported, or is configured.',
  response: { status: 200, schema: FreshnessSchema },
  async handle({ services }) {
    const { sources: data, ...meta } = await services.dataOperations.freshness()
    return { body: { data, meta }, headers: { 'cache-control': 'no-store' } }
  },
})

export const versions = operation({
  id: 'operatorListVersions',
  tag: 'Operator',
  policy: operator,
  summary: 'The versions the dataset has had, newest first',
  query: z.object(paging),
  response: { status: 200, schema: VersionsPage },
  async handle({ services, actor, query: { limit = 50, cursor } }) {
    const places = sequencePaging(services, actor.id, 'versions', {})
    const found = await services.data.listVersions({ limit, after: places.after(cursor) })
    const [head] = cursor === undefined ? found.versions : (await services.data.listVersions({ limit: 1 })).versions
    const emails = await services.access.people.emailsOf(found.versions.flatMap((row) => row.actor ?? []))
    const data = found.versions.map((row) => toVersionJson(row, head?.version, emails.get(row.actor ?? '') ?? null))
    const meta = places.meta(data.length, found.versions.at(-1)?.number, found.hasMore)
    return { body: { data, meta }, headers: { 'cache-control': 'no-store' } }
  },
})

export const preview = operation({
  id: 'operatorPreviewRollback',
  tag: 'Operator',
  policy: operator,
  summary: 'What a rollback to this version would do',
  params: z.object({ version: textParam(40, 'Such as 2026-11-14.2') }),
  response: { status: 200, schema: recordResponse(PreviewSchema) },
  example: { params: { version: '2026-11-14.2' } },
  handle: async ({ services, params }) => ({
    body: { data: await services.data.previewRollback(params.version) },
    headers: { 'cache-control': 'no-store' },
  }),
})
