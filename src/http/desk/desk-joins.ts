// Join cases over HTTP: rows of two sources that may be one building.
import { z } from 'zod'
import { curator } from '../../access/rights/policies.ts'
import { compareRows } from '../../ingest/edits/compare-rows.ts'
import type { JoinCaseDetail } from '../../ingest/edits/join-case-rows.ts'
import type { JoinResult } from '../../ingest/edits/join-desk.ts'
import { pointOf } from '../../ingest/edits/row-values.ts'
import { disagreements } from '../../ingest/rows/rows-of-project.ts'
import { recordResponse } from '../rest/envelope.ts'
import { integerParam, textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { deskOperation } from '../server/route.ts'
import type { DeskServices } from '../server/services.ts'
import { pageOf } from './desk-decisions.ts'
import { NoBody } from './desk-schemas.ts'
import {
  AutomaticJoinsQuery,
  AutomaticJoinsSchema,
  JoinCaseSchema,
  JoinDecisionBody,
  JoinResultSchema,
  JoinsQuery,
  JoinsSchema,
  ProjectValuesSchema,
  RowPairBody,
  toAutomaticJoinJson,
  toJoinCaseJson,
  toProjectValuesJson,
} from './join-schemas.ts'

const DESK = { tag: 'Desk', policy: curator } as const
const joinParams = z.object({ id: textParam(40, 'The join case’s id') })

async function casesJson({ access }: DeskServices, cases: readonly JoinCaseDetail[]) {
  const emails = await access.people.emailsOf(cases.flatMap((one) => one.case.decided_by ?? []))
  return cases.map((one) => {
    const { row, other } = one
    return toJoinCaseJson(one, {
      comparison: compareRows(row.row, other.row),
      point: row.row && pointOf(row.row),
      otherPoint: other.row && pointOf(other.row),
      email: emails.get(one.case.decided_by ?? '') ?? null,
    })
  })
}

async function resultResponse(services: DeskServices, { case: decided, datasetVersion }: JoinResult) {
  const [json] = await casesJson(services, [decided])
  return { body: { data: { case: json!, dataset_version: datasetVersion } } }
}

export const list = deskOperation({
  id: 'listJoins',
  ...DESK,
  summary: 'List rows of different sources that may be one building, oldest first',
  description:
    'Until a person decides, the rows are separate projects, or the row waits if its source creates none. Each case has both rows and compares them field by field.',
  query: JoinsQuery,
  response: { status: 200, schema: JoinsSchema },
  async handle({ services, query }) {
    const { state = 'open', source } = query
    const { limit, offset } = pageOf(query)
    const { cases, total, bySource: by_source } = await services.joins.list({ state, source, limit, offset })
    const data = await casesJson(services, cases)
    const has_more = offset + data.length < total
    return { body: { data, meta: { total, count: data.length, has_more, by_source } } }
  },
})

export const one = deskOperation({
  id: 'getJoin',
  ...DESK,
  summary: 'Get a join case with both rows',
  params: joinParams,
  response: { status: 200, schema: recordResponse(JoinCaseSchema) },
  example: { params: { id: 'join_1' } },
  async handle({ services, params }) {
    const [data] = await casesJson(services, [await services.joins.read(params.id)])
    return { body: { data: data! }, headers: { 'cache-control': 'no-store' } }
  },
})

export const decide = deskOperation({
  id: 'decideJoin',
  ...DESK,
  summary: 'Decide whether two rows are one building',
  description:
    'Publishes a new dataset version if a project changes. Every later import applies the decision. Returns 409 if somebody else decided first.',
  params: joinParams,
  body: JoinDecisionBody,
  response: { status: 200, schema: recordResponse(JoinResultSchema) },
  example: { params: { id: 'join_1' }, body: { decision: 'join', reason: 'One tower, two spellings.' } },
  async handle(call) {
    const { services, params, body } = call
    const result = await services.joins.decide(params.id, body.decision, body.reason ?? null, causeOf(call))
    return resultResponse(services, result)
  },
})

export const decidePair = deskOperation({
  id: 'decideRows',
  ...DESK,
  summary: 'Join two rows, or keep them apart for good',
  description:
    'Works for any two rows of different sources. `apart` takes joined rows apart, and no import joins them again. A row without a project of its own gets its former project back; it waits if its address is taken. Returns 409 if there is a decision about these rows: undo it first.',
  body: RowPairBody,
  response: { status: 200, schema: recordResponse(JoinResultSchema) },
  example: {
    body: {
      row: { source: 'register', key: 'r1' },
      other: { source: 'city', key: 'c2' },
      decision: 'apart',
      reason: 'Two towers.',
    },
  },
  async handle(call) {
    const { services, body } = call
    const { row, other, decision, reason = null } = body
    return resultResponse(services, await services.joins.decidePair({ row, other }, decision, reason, causeOf(call)))
  },
})

export const automatic = deskOperation({
  id: 'listAutomaticJoins',
  ...DESK,
  summary: 'List rows that imports joined without a person, newest first',
  description: 'Each join has its reason. To take the rows apart, send both to `POST /api/v1/desk/joins`.',
  query: AutomaticJoinsQuery,
  response: { status: 200, schema: AutomaticJoinsSchema },
  async handle({ services, query }) {
    const { source, rule, project_id: projectId } = query
    const { limit, offset } = pageOf(query)
    const { joins, total, bySource } = await services.joins.automatic({ source, rule, projectId, limit, offset })
    const meta = { total, count: joins.length, has_more: offset + joins.length < total, by_source: bySource }
    const data = joins.map((join) => {
      const { row, anchor } = join
      return toAutomaticJoinJson(join, row.row && pointOf(row.row), anchor.row && pointOf(anchor.row))
    })
    return { body: { data, meta } }
  },
})

export const undo = deskOperation({
  id: 'undoJoin',
  ...DESK,
  summary: 'Undo a join decision and open the case again',
  params: joinParams,
  body: NoBody,
  response: { status: 200, schema: recordResponse(JoinResultSchema) },
  example: { params: { id: 'join_1' } },
  async handle(call) {
    return resultResponse(call.services, await call.services.joins.undo(call.params.id, causeOf(call)))
  },
})

export const projectValues = deskOperation({
  id: 'getDeskProjectValues',
  ...DESK,
  summary: 'Get the rows about a project, and the values on which they disagree',
  params: z.object({ id: integerParam(1, 2_147_483_647, 'The project’s id') }),
  response: { status: 200, schema: recordResponse(ProjectValuesSchema) },
  example: { params: { id: 1000 } },
  async handle({ services, params: { id } }) {
    const { current } = await services.editor.detail(id, 0)
    const rows = await services.joins.projectRows(id)
    const data = toProjectValuesJson(rows, disagreements(current.bundle.project, rows))
    return { body: { data }, headers: { 'cache-control': 'no-store' } }
  },
})
