// Projects at the desk: found whatever a plan sees, corrected, merged. Each change is a version of the dataset.
import { z } from 'zod'
import { curator } from '../../access/policies.ts'
import { historyOfProject } from '../../catalog/history/project-history.ts'
import type { ProjectFilters } from '../../catalog/query/catalog-query.ts'
import { listProjects } from '../../catalog/query/list-projects.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { ReasonBody } from '../../contract/desk-schemas.ts'
import { recordResponse } from '../../contract/envelope.ts'
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
} from '../../contract/override-schemas.ts'
import { integerParam, textParam } from '../../contract/request-params.ts'
import type { EditResult } from '../../ingest/edits/correction-editor.ts'
import { allowedMoves } from '../../ingest/edits/correction-input.ts'
import { DATASET } from '../../ingest/edits/current-project.ts'
import { Fault } from '../../kernel/fault.ts'
import { causeOf } from '../door/authenticate.ts'
import { parseIfMatch, versionEtag } from '../door/if-match.ts'
import { operation } from '../door/route.ts'

const tag = 'Desk'
const projectId = integerParam(1, 2_147_483_647, 'The project’s id')
const byProject = z.object({ id: projectId })
const byCorrection = z.object({ id: projectId, correction: textParam(40, 'The correction’s id') })
const byMerge = z.object({ id: textParam(40, 'The merge’s id') })

const MOST_FOUND = 20
const MOST_CORRECTIONS = 100
const MOST_HISTORY = 100

export const search = operation({
  id: 'findDeskProjects',
  tag,
  policy: curator,
  summary: 'Projects by name, alias, address, developer or id, whatever your own plan sees',
  query: DeskProjectsQuery,
  response: { status: 200, schema: DeskProjectsSchema },
  example: { query: { q: 'howe', province: 'BC' } },
  handle({ services, query: { q, city, province, limit = MOST_FOUND } }) {
    const snapshot = services.catalog.snapshot(DATASET)
    const filters = { q, ...(city && { city: [city] }), ...(province && { province: [province] }) }
    const { records, total } = findProjects(snapshot, filters, limit)
    const data = records.map(toDeskItem)
    return { body: { data, meta: { total, count: data.length, has_more: data.length < total } } }
  },
})

/** Digits alone may be an id or a civic number: the project of that id comes first. */
function findProjects(snapshot: Snapshot, filters: ProjectFilters, limit: number) {
  const page = listProjects(snapshot, filters, { limit })
  const text = filters.q?.trim() ?? ''
  const named = /^\d{1,9}$/.test(text) ? snapshot.projects.get(Number(text)) : undefined
  if (!named) return page
  const others = page.records.filter(({ id }) => id !== named.id)
  const total = page.total + (others.length === page.records.length ? 1 : 0)
  return { records: [named, ...others].slice(0, limit), total }
}

export const detail = operation({
  id: 'getDeskProject',
  tag,
  policy: curator,
  summary: 'One project in full, with its corrections, where its status can go, and what was merged into it',
  description: 'The ETag is the version; corrections want it in If-Match.',
  params: byProject,
  response: { status: 200, schema: recordResponse(DeskProjectSchema) },
  example: { params: { id: 1000 } },
  async handle({ services, params: { id } }) {
    const found = await services.editor.detail(id, MOST_CORRECTIONS)
    const actors = [...found.corrections, ...found.merges].map(({ actor }) => actor)
    const emails = await services.access.people.emailsOf(actors)
    const emailOf = (actor: string) => emails.get(actor) ?? null
    const { version, bundle } = found.current
    const { cover_media_id, ...project } = bundle.project
    const data = {
      ...project,
      version,
      moves: allowedMoves(project),
      corrections: found.corrections.map((one) => toCorrectionJson(one, emailOf)),
      merges: found.merges.map((one) => toMergeJson(one, emailOf)),
      history: historyOfProject(services.catalog.snapshot(DATASET), id).slice(0, MOST_HISTORY),
    }
    return { body: { data }, etag: versionEtag(version), headers: { 'cache-control': 'no-store' } }
  },
})

const editedReply = ({ datasetVersion, version, corrections }: EditResult) => ({
  body: { data: { dataset_version: datasetVersion, version, corrections } },
  headers: { etag: versionEtag(version) },
})

export const correct = operation({
  id: 'correctProject',
  tag,
  policy: curator,
  summary: 'Say what is right: status, names, numbers, the addresses of a tower',
  description:
    'Wants If-Match: of two people at once, one gets 412. Published as a version of its own; it holds until the source says something new. A status move that is not in the table needs a reason.',
  params: byProject,
  body: CorrectionBody,
  response: { status: 200, schema: recordResponse(CorrectionResultSchema) },
  example: { params: { id: 1000 }, body: { sales_status: 'sold_out', reason: 'The sales centre is closed.' } },
  async handle(call) {
    const { services, params, body, ifMatch } = call
    const seen = parseIfMatch(ifMatch, 'the project')
    if (seen === undefined)
      throw new Fault('missing_parameter', { detail: 'Send If-Match with the ETag of the project as you saw it.' })
    const wish = { ...body, reason: body.reason ?? null } as Parameters<typeof services.editor.correct>[2]
    return editedReply(await services.editor.correct(params.id, seen, wish, causeOf(call)))
  },
})

export const revoke = operation({
  id: 'revokeCorrection',
  tag,
  policy: curator,
  summary: 'End a correction: what the source says holds again',
  params: byCorrection,
  body: ReasonBody,
  response: { status: 200, schema: recordResponse(CorrectionResultSchema) },
  example: { params: { id: 1000, correction: 'cor_1' }, body: { reason: 'The source was right.' } },
  async handle(call) {
    const { services, params, body } = call
    return editedReply(await services.editor.revoke(params.id, params.correction, body.reason, causeOf(call)))
  },
})

export const preview = operation({
  id: 'previewMerge',
  tag,
  policy: curator,
  summary: 'What would happen if this project were merged into another',
  params: byProject,
  query: MergeQuery,
  response: { status: 200, schema: recordResponse(MergePreviewSchema) },
  example: { params: { id: 1001 }, query: { into: 1000 } },
  async handle({ services, params, query }) {
    const data = toPreviewJson(await services.merger.preview(params.id, query.into))
    return { body: { data }, headers: { 'cache-control': 'no-store' } }
  },
})

export const merge = operation({
  id: 'mergeProject',
  tag,
  policy: curator,
  summary: 'Merge this project into another, which keeps its addresses, names and verified addresses',
  description:
    'Wants the token of the preview; 412 when either project has changed since. The merged id answers 410 with `merged_into`.',
  params: byProject,
  body: MergeBody,
  response: { status: 200, schema: recordResponse(MergeResultSchema) },
  example: {
    params: { id: 1001 },
    body: { into: 1000, reason: 'One tower under two names.', preview_token: 'of the preview' },
  },
  async handle(call) {
    const { services, params, body } = call
    const done = await services.merger.merge(params.id, body.into, body.preview_token, body.reason, causeOf(call))
    return { body: { data: { id: done.id, dataset_version: done.datasetVersion } } }
  },
})

export const undo = operation({
  id: 'undoMerge',
  tag,
  policy: curator,
  summary: 'Undo a merge: the project returns as it was',
  params: byMerge,
  body: ReasonBody,
  response: { status: 200, schema: recordResponse(MergeResultSchema) },
  example: { params: { id: 'mrg_1' }, body: { reason: 'They are two after all.' } },
  async handle(call) {
    const { services, params, body } = call
    const done = await services.merger.undo(params.id, body.reason, causeOf(call))
    return { body: { data: { id: done.id, dataset_version: done.datasetVersion } } }
  },
})
