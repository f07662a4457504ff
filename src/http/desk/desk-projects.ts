// Project search, corrections and merges for curators; each change publishes a dataset version.
import { z } from 'zod'
import { curator } from '../../access/rights/policies.ts'
import { historyOfProject } from '../../catalog/history/project-history.ts'
import type { ProjectFilters } from '../../catalog/query/catalog-query.ts'
import { listProjects } from '../../catalog/query/list-projects.ts'
import { nameSource } from '../../catalog/query/name-source.ts'
import { filledFrom } from '../../catalog/records/field-sources.ts'
import { isInvented } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { EditResult } from '../../ingest/edits/correction-editor.ts'
import { allowedMoves } from '../../ingest/edits/correction-input.ts'
import { DATASET } from '../../ingest/edits/current-project.ts'
import { recordResponse } from '../rest/envelope.ts'
import { integerParam, textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { versionEtag } from '../server/etag.ts'
import { deskOperation } from '../server/route.ts'
import { requireVersion } from './desk-cases.ts'
import { ReasonBody } from './desk-schemas.ts'
import {
  CorrectionBody,
  CorrectionResultSchema,
  DeskProjectSchema,
  DeskProjectsQuery,
  DeskProjectsSchema,
  MergeBody,
  MergePreviewSchema,
  MergeQuery,
  MergeResultSchema,
  toCorrectionJson,
  toDeskItem,
  toMergeJson,
  toPreviewJson,
} from './override-schemas.ts'

const DESK = { tag: 'Desk', policy: curator } as const
const projectId = integerParam(1, 2_147_483_647, 'The project’s id')
const projectParams = z.object({ id: projectId })
const correctionParams = z.object({ id: projectId, correction: textParam(40, 'The correction’s id') })
const mergeParams = z.object({ id: textParam(40, 'The merge’s id') })

const DEFAULT_LIMIT = 20
const MAX_CORRECTIONS = 100
const MAX_HISTORY = 100

export const search = deskOperation({
  id: 'findDeskProjects',
  ...DESK,
  summary: 'Search all projects by name, alias, address, developer or id, regardless of plan',
  query: DeskProjectsQuery,
  response: { status: 200, schema: DeskProjectsSchema },
  example: { query: { q: 'howe', province: 'BC' } },
  handle({ services, query: { q, ids, city, province, limit = DEFAULT_LIMIT } }) {
    const snapshot = services.catalog.snapshot(DATASET)
    const filters = { q, ids, ...(city && { city: [city] }), ...(province && { province: [province] }) }
    const { records, total } = findProjects(snapshot, filters, limit)
    const data = records.map(toDeskItem)
    return { body: { data, meta: { total, count: data.length, has_more: data.length < total } } }
  },
})

/** A number may be an id or a civic number; the project with that id comes first. */
function findProjects(snapshot: Snapshot, filters: ProjectFilters, limit: number) {
  const page = listProjects(snapshot, filters, { limit })
  const text = filters.q?.trim() ?? ''
  const byId = /^\d{1,9}$/.test(text) ? snapshot.projects.get(Number(text)) : undefined
  if (!byId) return page
  const others = page.records.filter(({ id }) => id !== byId.id)
  const total = page.total + (others.length === page.records.length ? 1 : 0)
  return { records: [byId, ...others].slice(0, limit), total }
}

export const detail = deskOperation({
  id: 'getDeskProject',
  ...DESK,
  summary: 'Get a project with its corrections, allowed status moves and merges',
  description: 'The ETag is the version. Send it in If-Match when you correct the project.',
  params: projectParams,
  response: { status: 200, schema: recordResponse(DeskProjectSchema) },
  example: { params: { id: 1000 } },
  async handle({ services, params: { id } }) {
    const stored = await services.editor.detail(id, MAX_CORRECTIONS)
    const actors = [...stored.corrections, ...stored.merges].map(({ actor }) => actor)
    const emails = await services.access.people.emailsOf(actors)
    const emailOf = (actor: string) => emails.get(actor) ?? null
    const { version, bundle } = stored.current
    const { cover_media_id, rows, row_of, corrected, unit_labels, unit_label_rows, ...project } = bundle.project
    const data = {
      ...project,
      name_source: nameSource(project),
      invented: isInvented(project),
      filled: filledFrom(bundle.project),
      version,
      moves: allowedMoves(project),
      corrections: stored.corrections.map((correction) => toCorrectionJson(correction, emailOf)),
      merges: stored.merges.map((merge) => toMergeJson(merge, emailOf)),
      history: historyOfProject(services.catalog.snapshot(DATASET), id).slice(0, MAX_HISTORY),
    }
    return { body: { data }, etag: versionEtag(version), headers: { 'cache-control': 'no-store' } }
  },
})

const editResponse = ({ datasetVersion, version, corrections }: EditResult) => ({
  body: { data: { dataset_version: datasetVersion, version, corrections } },
  headers: { etag: versionEtag(version) },
})

export const correct = deskOperation({
  id: 'correctProject',
  ...DESK,
  summary: 'Correct a project’s status, kind, names, numbers, point, prices or building addresses',
  description:
    'Requires If-Match. If two curators correct at once, one gets 412. Publishes a new dataset version. The correction applies until the source sends a new value. A status move outside the table needs a reason.',
  params: projectParams,
  body: CorrectionBody,
  response: { status: 200, schema: recordResponse(CorrectionResultSchema) },
  example: { params: { id: 1000 }, body: { sales_status: 'sold_out', reason: 'The sales centre is closed.' } },
  async handle(call) {
    const { services, params, body, ifMatch } = call
    const expectedVersion = requireVersion(ifMatch, 'the project')
    const input = { ...body, reason: body.reason ?? null } as Parameters<typeof services.editor.correct>[2]
    return editResponse(await services.editor.correct(params.id, expectedVersion, input, causeOf(call)))
  },
})

export const revoke = deskOperation({
  id: 'revokeCorrection',
  ...DESK,
  summary: 'Revoke a correction. The source’s value applies again',
  params: correctionParams,
  body: ReasonBody,
  response: { status: 200, schema: recordResponse(CorrectionResultSchema) },
  example: { params: { id: 1000, correction: 'cor_1' }, body: { reason: 'The source was right.' } },
  async handle(call) {
    const { services, params, body } = call
    return editResponse(await services.editor.revoke(params.id, params.correction, body.reason, causeOf(call)))
  },
})

export const preview = deskOperation({
  id: 'previewMerge',
  ...DESK,
  summary: 'Preview merging this project into another',
  params: projectParams,
  query: MergeQuery,
  response: { status: 200, schema: recordResponse(MergePreviewSchema) },
  example: { params: { id: 1001 }, query: { into: 1000 } },
  async handle({ services, params, query }) {
    const data = toPreviewJson(await services.merger.preview(params.id, query.into))
    return { body: { data }, headers: { 'cache-control': 'no-store' } }
  },
})

export const merge = deskOperation({
  id: 'mergeProject',
  ...DESK,
  summary: 'Merge this project into another, which takes over its addresses, names and verifications',
  description:
    'Requires the preview’s token. Returns 412 if either project has changed since. The merged id then returns 410 with `merged_into`.',
  params: projectParams,
  body: MergeBody,
  response: { status: 200, schema: recordResponse(MergeResultSchema) },
  example: {
    params: { id: 1001 },
    body: { into: 1000, reason: 'One tower under two names.', preview_token: 'token from the preview' },
  },
  async handle(call) {
    const { services, params, body } = call
    const result = await services.merger.merge(params.id, body.into, body.preview_token, body.reason, causeOf(call))
    return { body: { data: { id: result.id, dataset_version: result.datasetVersion } } }
  },
})

export const undo = deskOperation({
  id: 'undoMerge',
  ...DESK,
  summary: 'Undo a merge and restore the project',
  params: mergeParams,
  body: ReasonBody,
  response: { status: 200, schema: recordResponse(MergeResultSchema) },
  example: { params: { id: 'mrg_1' }, body: { reason: 'They are two after all.' } },
  async handle(call) {
    const { services, params, body } = call
    const result = await services.merger.undo(params.id, body.reason, causeOf(call))
    return { body: { data: { id: result.id, dataset_version: result.datasetVersion } } }
  },
})
