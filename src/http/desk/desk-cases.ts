// The curators' desk over HTTP: the case queue, case details and decisions.
import { z } from 'zod'
import { curator } from '../../access/rights/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { caseQuery } from '../../links/desk/cases.ts'
import { linkOf } from '../../links/links.ts'
import { toLinkJson, toLinkResponseJson } from '../links/link-json.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { parseIfMatch, versionEtag } from '../server/etag.ts'
import { deskOperation } from '../server/route.ts'
import { decisionJson, decisionsJson, pageOf } from './desk-decisions.ts'
import {
  CaseDetailSchema,
  CaseSchema,
  DecideBody,
  DecisionSchema,
  NoBody,
  QueueQuery,
  QueueSchema,
  toCaseJson,
  toFeedbackJson,
} from './desk-schemas.ts'

const DESK = { tag: 'Desk', policy: curator } as const
const caseParams = z.object({ id: textParam(40, 'The case’s id') })

export const queue = deskOperation({
  id: 'listCases',
  ...DESK,
  summary: 'List addresses to review, most urgent first',
  query: QueueQuery,
  response: { status: 200, schema: QueueSchema },
  async handle({ services, query }) {
    const { status = 'open', province, reason } = query
    const { limit, offset } = pageOf(query)
    const result = await services.desk.listCases({ status, province, reason, limit, offset })
    const { total, byReason: by_reason, byProvince: by_province } = result
    const data = result.cases.map(toCaseJson)
    const has_more = offset + data.length < total
    return { body: { data, meta: { total, count: data.length, has_more, by_reason, by_province } } }
  },
})

/** If-Match is required, so two curators cannot overwrite each other. */
export function requireVersion(ifMatch: string | undefined, resource: string): number {
  const version = parseIfMatch(ifMatch, resource)
  if (version !== undefined) return version
  throw new Fault('missing_parameter', {
    detail: `If-Match is missing. Send the ETag of ${resource} as you loaded it.`,
  })
}

export const oneCase = deskOperation({
  id: 'getCase',
  ...DESK,
  summary: 'Get a case with its readings, candidates, evidence, feedback and decisions',
  description: 'The ETag is the version. Send it in If-Match when you decide the case.',
  params: caseParams,
  response: { status: 200, schema: recordResponse(CaseDetailSchema) },
  example: { params: { id: 'cas_1' } },
  async handle({ services, params }) {
    const { case: record, feedback, decisions } = await services.desk.readCase(params.id)
    const query = caseQuery(record)
    const { verdict, snapshot } = services.links.automaticMatch(query, record.dataset)
    const { result: current } = services.links.inspect(
      { ...query, min_confidence: 0.2, explain: false },
      record.dataset,
    )
    const { reading, readings = [] } = verdict
    const others = readings.filter((other) => JSON.stringify(other) !== JSON.stringify(reading))
    const data = {
      ...toCaseJson(record),
      readings: reading ? [reading, ...others] : others,
      none_probability: verdict.none_probability,
      candidates: verdict.candidates.map((candidate) => toLinkJson(linkOf(candidate, snapshot))),
      answer_now: toLinkResponseJson(current, {}).data[0] ?? null,
      feedback: feedback.map(toFeedbackJson),
      decisions: await decisionsJson(services, decisions),
    }
    return { body: { data }, etag: versionEtag(record.version), headers: { 'cache-control': 'no-store' } }
  },
})

export const decide = deskOperation({
  id: 'decideCase',
  ...DESK,
  summary: 'Accept, correct, reject or skip a case',
  description:
    'Requires If-Match. If two curators decide at once, one gets 412. A verified address takes effect everywhere within 2 s.',
  params: caseParams,
  body: DecideBody,
  response: {
    status: 200,
    schema: recordResponse(
      z.object({ case: CaseSchema, decision: DecisionSchema.nullable(), alias_proposal: DecisionSchema.nullable() }),
    ),
  },
  example: { params: { id: 'cas_1' }, body: { verdict: 'accept' } },
  async handle(call) {
    const { services, params, body, ifMatch } = call
    const decided = await services.desk.decide(params.id, requireVersion(ifMatch, 'the case'), causeOf(call), {
      verdict: body.verdict,
      projectId: body.project_id,
      buildingId: body.building_id,
      note: body.reason ?? null,
    })
    services.webhooks.worker.wake()
    const toJson = async (entry: { id: string } | null) => entry && decisionJson(services, entry.id)
    const data = {
      case: toCaseJson(decided.case),
      decision: await toJson(decided.decision),
      alias_proposal: await toJson(decided.proposal),
    }
    return { body: { data }, headers: { etag: versionEtag(decided.case.version) } }
  },
})

export const reopen = deskOperation({
  id: 'reopenCase',
  ...DESK,
  summary: 'Reopen a skipped case',
  description: 'Requires If-Match, like a decision.',
  params: caseParams,
  body: NoBody,
  response: { status: 200, schema: recordResponse(CaseSchema) },
  example: { params: { id: 'cas_1' } },
  async handle(call) {
    const { services, params, ifMatch } = call
    const reopened = await services.desk.reopen(params.id, requireVersion(ifMatch, 'the case'), causeOf(call))
    return { body: { data: toCaseJson(reopened) }, headers: { etag: versionEtag(reopened.version) } }
  },
})
