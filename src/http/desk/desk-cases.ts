// The curators' desk over HTTP: the queue, a case and its decision.
import { z } from 'zod'
import { curator } from '../../access/policies.ts'
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
} from '../../contract/desk-schemas.ts'
import { recordResponse } from '../../contract/envelope.ts'
import { toLinkJson, toLinkResponseJson } from '../../contract/link-json.ts'
import { textParam } from '../../contract/request-params.ts'
import { Fault } from '../../kernel/fault.ts'
import { caseQuery } from '../../links/desk/cases.ts'
import { linkOf } from '../../links/links.ts'
import { causeOf } from '../door/authenticate.ts'
import { parseIfMatch, versionEtag } from '../door/if-match.ts'
import { operation } from '../door/route.ts'
import { decisionJson, decisionsJson, pageOf } from './desk-decisions.ts'

const tag = 'Desk'
const byId = z.object({ id: textParam(40, 'Its id') })

export const queue = operation({
  id: 'listCases',
  tag,
  policy: curator,
  summary: 'Addresses that somebody should look at, the most pressing first',
  query: QueueQuery,
  response: { status: 200, schema: QueueSchema },
  async handle({ services, query }) {
    const { status = 'open', province, reason } = query
    const { limit, offset } = pageOf(query)
    const found = await services.desk.listCases({ status, province, reason, limit, offset })
    const { total, byReason: by_reason, byProvince: by_province } = found
    const data = found.cases.map(toCaseJson)
    const has_more = offset + data.length < total
    return { body: { data, meta: { total, count: data.length, has_more, by_reason, by_province } } }
  },
})

/** Two people at one case must not overwrite each other: here the header is required. */
function requireVersion(ifMatch: string | undefined): number {
  const version = parseIfMatch(ifMatch, 'the case')
  if (version === undefined)
    throw new Fault('missing_parameter', { detail: 'Send If-Match with the ETag of the case as you saw it.' })
  return version
}

export const oneCase = operation({
  id: 'getCase',
  tag,
  policy: curator,
  summary: 'One case: the text, its readings, candidates with evidence, what was said and decided',
  description: 'The ETag is the version; `decide` wants it in If-Match.',
  params: byId,
  response: { status: 200, schema: recordResponse(CaseDetailSchema) },
  example: { params: { id: 'cas_1' } },
  async handle({ services, params }) {
    const { case: found, feedback, decisions } = await services.desk.readCase(params.id)
    const query = caseQuery(found)
    const { verdict, snapshot } = services.links.automaticMatch(query, found.dataset)
    const { result: now } = services.links.inspect({ ...query, min_confidence: 0.2, explain: false }, found.dataset)
    const { reading, readings = [] } = verdict
    const others = readings.filter((other) => JSON.stringify(other) !== JSON.stringify(reading))
    const data = {
      ...toCaseJson(found),
      readings: reading ? [reading, ...others] : others,
      none_probability: verdict.none_probability,
      candidates: verdict.candidates.map((candidate) => toLinkJson(linkOf(candidate, snapshot))),
      answer_now: toLinkResponseJson(now, {}).data[0] ?? null,
      feedback: feedback.map(toFeedbackJson),
      decisions: await decisionsJson(services, decisions),
    }
    return { body: { data }, etag: versionEtag(found.version), headers: { 'cache-control': 'no-store' } }
  },
})

export const decide = operation({
  id: 'decideCase',
  tag,
  policy: curator,
  summary: 'Accept, correct, reject or skip a case',
  description:
    'Wants If-Match: of two people at once, one gets 412. A verified address is in force everywhere within 2 s.',
  params: byId,
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
    const decided = await services.desk.decide(params.id, requireVersion(ifMatch), causeOf(call), {
      verdict: body.verdict,
      projectId: body.project_id,
      buildingId: body.building_id,
      note: body.reason ?? null,
    })
    services.webhooks.worker.wake()
    const say = async (entry: { id: string } | null) => entry && decisionJson(services, entry.id)
    const data = {
      case: toCaseJson(decided.case),
      decision: await say(decided.decision),
      alias_proposal: await say(decided.proposal),
    }
    return { body: { data }, headers: { etag: versionEtag(decided.case.version) } }
  },
})

export const reopen = operation({
  id: 'reopenCase',
  tag,
  policy: curator,
  summary: 'Open a case again that was skipped',
  description: 'Wants If-Match, as a decision does.',
  params: byId,
  body: NoBody,
  response: { status: 200, schema: recordResponse(CaseSchema) },
  example: { params: { id: 'cas_1' } },
  async handle(call) {
    const { services, params, ifMatch } = call
    const opened = await services.desk.reopen(params.id, requireVersion(ifMatch), causeOf(call))
    return { body: { data: toCaseJson(opened) }, headers: { etag: versionEtag(opened.version) } }
  },
})
