// The operator's acts on the data over HTTP: import, refresh, rollback, sources. Long ones answer in NDJSON lines as they go.
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { oneRecord } from '../contract/envelope.ts'
import { ImportRunWire, SourceWire } from '../contract/imports.ts'
import { words } from '../contract/params.ts'
import { listSources, removeSource, saveSource } from '../ingest/configured-sources.ts'
import { listRuns, readRun } from '../ingest/import-runs.ts'
import { Mapping } from '../ingest/read/mapping.ts'
import { Fault } from '../kernel/fault.ts'
import { causeOf } from './admit.ts'
import { longWork } from './long-work.ts'
import { operation } from './route.ts'

const path = z.string().min(2).max(4000).refine(isAbsolute, 'must be an absolute path')
const LINES = { status: 200, type: 'application/x-ndjson' }
const AS_IT_GOES =
  'Answers with one JSON object a line while it works: `progress` lines, then one with `data`, or with `error`.'

export const importData = operation({
  id: 'operatorImport',
  tag: 'Operator',
  summary: 'Import a file that lies on the server’s machine',
  description: AS_IT_GOES,
  body: z.strictObject({
    file: path,
    source: z.string().min(1).max(40),
    format: z.string().max(40).optional(),
    map: Mapping.optional(),
    approve: z.boolean().default(false),
    dry_run: z.boolean().default(false),
    note: z.string().trim().min(1).max(500).optional(),
  }),
  bodyLimit: 1024 * 1024,
  answer: LINES,
  handle(call) {
    const { services, body, actor } = call
    const { dry_run: dryRun, map: mapping, ...order } = body
    const wish = { ...order, mapping, dryRun, actor: actor.id, cause: causeOf(call) }
    return longWork(services.log, (tell) => services.upkeep.importFile({ ...wish, onProgress: tell }))
  },
})

export const listImports = operation({
  id: 'operatorListImports',
  tag: 'Operator',
  summary: 'The last imports, newest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  answer: { status: 200, schema: z.object({ data: z.array(ImportRunWire.omit({ rejected: true })) }) },
  handle: async ({ services, query }) => ({ body: { data: await listRuns(services.db, query.limit) } }),
})

export const oneImport = operation({
  id: 'operatorGetImport',
  tag: 'Operator',
  summary: 'One import, with the rows it rejected',
  params: z.object({ id: words(40, 'The import’s id') }),
  answer: { status: 200, schema: oneRecord(ImportRunWire) },
  async handle({ services, params }) {
    const run = await readRun(services.db, params.id)
    if (!run) throw new Fault('invalid_parameter', { detail: `There is no import ${params.id}.` })
    return { body: { data: run } }
  },
})

export const refreshNow = operation({
  id: 'operatorRefresh',
  tag: 'Operator',
  summary: 'Refresh every source now',
  description: AS_IT_GOES,
  body: z.strictObject({}),
  answer: LINES,
  handle: ({ services }) =>
    longWork(services.log, () =>
      services.upkeep.refresh((source, error) => services.log.error({ source, err: error }, 'not refreshed')),
    ),
})

export const rollbackTo = operation({
  id: 'operatorRollback',
  tag: 'Operator',
  summary: 'Publish an older version again',
  description: AS_IT_GOES,
  body: z.strictObject({ version: z.string().min(1).max(40) }),
  answer: LINES,
  handle(call) {
    const { services, body } = call
    return longWork(services.log, () => services.upkeep.rollback(body.version, causeOf(call)))
  },
})

export const makeDemo = operation({
  id: 'operatorDemo',
  tag: 'Operator',
  summary: 'Publish the demonstration dataset',
  description: AS_IT_GOES,
  body: z.strictObject({}),
  answer: LINES,
  handle: ({ services }) =>
    longWork(services.log, async (tell) => {
      await services.upkeep.demo((line) => tell({ line }))
      return { version: services.catalog.snapshot('production').version?.version ?? null }
    }),
})

export const sources = operation({
  id: 'operatorListSources',
  tag: 'Operator',
  summary: 'The sources that the daily refresh reads',
  answer: { status: 200, schema: z.object({ data: z.array(SourceWire) }) },
  handle: async ({ services }) => ({ body: { data: await listSources(services.db) } }),
})

export const addSource = operation({
  id: 'operatorSaveSource',
  tag: 'Operator',
  summary: 'Add a source to the daily refresh, or change it',
  body: z.strictObject({
    name: z.string().min(1).max(40),
    location: path,
    format: z.string().max(40).nullable().default(null),
    map: Mapping.nullable().default(null),
    enabled: z.boolean().default(true),
  }),
  bodyLimit: 1024 * 1024,
  answer: { status: 201, schema: oneRecord(SourceWire) },
  handle: async ({ services, body }) => ({ status: 201, body: { data: await saveSource(services.db, body) } }),
})

export const dropSource = operation({
  id: 'operatorRemoveSource',
  tag: 'Operator',
  summary: 'Take a source out of the daily refresh; its projects stay',
  params: z.object({ name: words(40, 'The source’s name') }),
  answer: { status: 204 },
  async handle({ services, params }) {
    if (!(await removeSource(services.db, params.name)))
      throw new Fault('invalid_parameter', { detail: `There is no source ${params.name}.` })
    return { status: 204 }
  },
})
