// Operator endpoints for data: import, refresh, roll back, sources and versions.
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { operator } from '../../access/rights/policies.ts'
import type { Actor } from '../../access/rights/roles.ts'
import { isOperatorKey } from '../../access/rights/roles.ts'
import { Mapping } from '../../ingest/read/mapping.ts'
import { Fault } from '../../kernel/fault.ts'
import { recordResponse } from '../rest/envelope.ts'
import { sequencePaging } from '../rest/paging.ts'
import { paging } from '../rest/paging-params.ts'
import { dateParam, textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { operatorOperation } from '../server/route.ts'
import { FreshnessSchema } from './freshness-schemas.ts'
import {
  PreviewSchema,
  Reason,
  SourceChangeBody,
  SourceSchema,
  SourceStateSchema,
  toVersionJson,
  VersionsPage,
} from './import-schemas.ts'
import { streamProgress } from './progress-stream.ts'

const OPERATOR = { tag: 'Operator', policy: operator } as const

export const absolutePath = z.string().min(2).max(4000).refine(isAbsolute, 'must be an absolute path')

/** Import errors quote the file: a person who could name any path could read the operator key and keep it after losing the role. */
export function requireOperatorKey(actor: Actor): void {
  if (isOperatorKey(actor)) return
  throw new Fault('insufficient_scope', {
    detail: 'Server file paths require the operator key or the command line. Upload the file instead.',
  })
}

export const LINES = { status: 200, type: 'application/x-ndjson' }
export const PROGRESS_LINES =
  'Streams one JSON object per line: `progress` lines, then one line with `data` or `error`.'

export const importData = operatorOperation({
  id: 'operatorImport',
  ...OPERATOR,
  summary: 'Import an uploaded file or a file on the server',
  description: `\`file\` requires the operator key. ${PROGRESS_LINES}`,
  body: z
    .strictObject({
      file: absolutePath
        .optional()
        .describe('A file, a folder, a ZIP archive, or a file in an archive, such as `/data/nar.zip/Address_35.csv`'),
      more_files: z.array(absolutePath).max(200).optional().describe('Further files of the same source and format'),
      upload: z.string().min(1).max(40).optional().describe('The id of an upload; replaces `file`'),
      source: z.string().min(1).max(40),
      format: z.string().max(40).optional(),
      map: Mapping.optional(),
      approve: z.boolean().default(false),
      confirm: z
        .string()
        .max(40)
        .optional()
        .describe('Name of the source. Required with `approve` if 1,000 projects or more are removed'),
      dry_run: z.boolean().default(false),
      as_of: dateParam(
        'The day that the file is from: its values apply from then on. Import releases of a source in any order',
      ).optional(),
      note: z.string().trim().min(1).max(500).optional(),
    })
    .refine(
      ({ file, upload }) => (file === undefined) !== (upload === undefined),
      'must have either `file` or `upload`, not both',
    ),
  bodyLimit: 1024 * 1024,
  response: LINES,
  example: { body: { file: '/data/projects.ndjson', source: 'builders', dry_run: true } },
  async handle(call) {
    const { services, body, actor } = call
    const { dry_run: dryRun, as_of: asOf, map: mapping, file, more_files: moreFiles, upload, ...options } = body
    if (file !== undefined || moreFiles !== undefined) requireOperatorKey(actor)
    const uploaded = upload === undefined ? undefined : await services.uploads.find(upload)
    const location = uploaded ? { file: uploaded.path, name: uploaded.name } : { file: file! }
    const input = { ...options, ...location, moreFiles, mapping, dryRun, asOf, actor: actor.id, cause: causeOf(call) }
    services.dataOperations.requireRoom()
    return streamProgress(services.log, (onProgress) => services.dataOperations.importFile({ ...input, onProgress }))
  },
})

export const refreshNow = operatorOperation({
  id: 'operatorRefresh',
  ...OPERATOR,
  summary: 'Refresh every source now',
  description: PROGRESS_LINES,
  body: z.strictObject({}),
  response: LINES,
  handle: ({ services }) =>
    streamProgress(services.log, () =>
      services.dataOperations.refresh((source, error) => services.log.error({ source, err: error }, 'refresh failed')),
    ),
})

export const rollbackTo = operatorOperation({
  id: 'operatorRollback',
  ...OPERATOR,
  summary: 'Roll back to an earlier version',
  description: PROGRESS_LINES,
  body: z.strictObject({
    version: z.string().min(1).max(40),
    reason: Reason.optional().describe('Stored with the new version and in the audit log'),
  }),
  response: LINES,
  example: { body: { version: '2026-11-14.2', reason: 'The city’s file was cut off.' } },
  handle(call) {
    const { services, body } = call
    services.dataOperations.requireRoom()
    return streamProgress(services.log, () =>
      services.dataOperations.rollback(body.version, causeOf(call), body.reason),
    )
  },
})

export const makeDemo = operatorOperation({
  id: 'operatorDemo',
  ...OPERATOR,
  summary: 'Publish the demonstration dataset',
  description: PROGRESS_LINES,
  body: z.strictObject({}),
  response: LINES,
  handle({ services }) {
    services.dataOperations.requireRoom()
    return streamProgress(services.log, async (onProgress) => {
      await services.dataOperations.loadDemo((line) => onProgress({ line }))
      return { version: services.catalog.snapshot('production').version?.version ?? null }
    })
  },
})

export const sources = operatorOperation({
  id: 'operatorListSources',
  ...OPERATOR,
  summary: 'List all sources with licence, rows and freshness, most trusted first',
  response: { status: 200, schema: z.object({ data: z.array(SourceStateSchema) }) },
  handle: async ({ services }) => ({
    body: { data: await services.dataOperations.sources() },
    headers: { 'cache-control': 'no-store' },
  }),
})

export const changeSource = operatorOperation({
  id: 'operatorChangeSource',
  ...OPERATOR,
  summary: 'Change the licence or the trust of a source, or allow a share-alike source',
  description:
    'A new name is added, so that you can state a licence before the first import. A change of trust publishes a new dataset version if other values win.',
  params: z.object({ name: textParam(40, 'The source’s name') }),
  body: SourceChangeBody,
  response: { status: 200, schema: recordResponse(SourceSchema) },
  example: { params: { name: 'builders' }, body: { trust: 200 } },
  async handle(call) {
    const { services, params, body } = call
    const data = await services.dataOperations.changeSource(params.name, body, causeOf(call))
    await services.attributions.reload()
    return { body: { data } }
  },
})

export const addSource = operatorOperation({
  id: 'operatorSaveSource',
  ...OPERATOR,
  summary: 'Create or replace a source of the daily refresh',
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

export const dropSource = operatorOperation({
  id: 'operatorRemoveSource',
  ...OPERATOR,
  summary: 'Remove a source from the daily refresh; its projects stay',
  params: z.object({ name: textParam(40, 'The source’s name') }),
  response: { status: 204 },
  example: { params: { name: 'builders' } },
  async handle({ services, params }) {
    if (!(await services.data.removeSource(params.name)))
      throw new Fault('invalid_parameter', { detail: `The refresh reads no source named ${params.name}.` })
    return { status: 204 }
  },
})

export const freshness = operatorOperation({
  id: 'operatorFreshness',
  ...OPERATOR,
  summary: 'Get the age of each source’s data and the time of the next refresh',
  description: 'Includes every source that has projects, an import or a configuration.',
  response: { status: 200, schema: FreshnessSchema },
  async handle({ services }) {
    const { sources: data, ...meta } = await services.dataOperations.freshness()
    return { body: { data, meta }, headers: { 'cache-control': 'no-store' } }
  },
})

export const versions = operatorOperation({
  id: 'operatorListVersions',
  ...OPERATOR,
  summary: 'List dataset versions, newest first',
  query: z.object(paging),
  response: { status: 200, schema: VersionsPage },
  async handle({ services, actor, query: { limit = 50, cursor } }) {
    const pages = sequencePaging(services, actor.id, 'versions', {})
    const found = await services.data.listVersions({ limit, after: pages.after(cursor) })
    const [head] = cursor === undefined ? found.versions : (await services.data.listVersions({ limit: 1 })).versions
    const emails = await services.access.people.emailsOf(found.versions.flatMap((row) => row.actor ?? []))
    const data = found.versions.map((row) => toVersionJson(row, head?.version, emails.get(row.actor ?? '') ?? null))
    const meta = pages.meta(data.length, found.versions.at(-1)?.number, found.hasMore)
    return { body: { data, meta }, headers: { 'cache-control': 'no-store' } }
  },
})

export const preview = operatorOperation({
  id: 'operatorPreviewRollback',
  ...OPERATOR,
  summary: 'Preview a rollback to this version',
  params: z.object({ version: textParam(40, 'The version, for example 2026-11-14.2') }),
  response: { status: 200, schema: recordResponse(PreviewSchema) },
  example: { params: { version: '2026-11-14.2' } },
  handle: async ({ services, params }) => ({
    body: { data: await services.data.previewRollback(params.version) },
    headers: { 'cache-control': 'no-store' },
  }),
})
