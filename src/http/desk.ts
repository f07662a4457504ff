// The curators' desk over HTTP: the queue, a case and its decision, the ledger, alias proposals, labels.
import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  AliasBody,
  CaseDetailWire,
  CaseWire,
  DecideBody,
  DecisionsWire,
  DecisionWire,
  LedgerQuery,
  NoBody,
  QueueQuery,
  QueueWire,
  ReasonBody,
  SettleBody,
  toCaseWire,
  toDecisionWire,
  toFeedbackWire,
} from '../contract/desk.ts'
import { oneRecord } from '../contract/envelope.ts'
import { toLinkAnswerWire } from '../contract/links.ts'
import { whole, words } from '../contract/params.ts'
import { Fault } from '../kernel/fault.ts'
import { aboutCase, caseById, questionOf, readQueue } from '../links/cases.ts'
import type { LedgerQuery as Wish } from '../links/ledger-reads.ts'
import { readDecision, readLabels, readLedger, withMoves } from '../links/ledger-reads.ts'
import { linkOf } from '../links/links.ts'
import { causeOf } from './admit.ts'
import { versionIn, versionTag } from './if-match.ts'
import { NDJSON } from './line-source.ts'
import { operation } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Desk'
const byId = z.object({ id: words(40, 'Its id') })
const PER_PAGE = 50

function pageOf({ page = 1, per_page = PER_PAGE }: { page?: number | undefined; per_page?: number | undefined }) {
  return { limit: per_page, offset: (page - 1) * per_page }
}

export const queue = operation({
  id: 'listCases',
  tag,
  summary: 'Addresses that somebody should look at, the most pressing first',
  query: QueueQuery,
  answer: { status: 200, schema: QueueWire },
  async handle({ services, query }) {
    const { status = 'open', province, reason } = query
    const { limit, offset } = pageOf(query)
    const found = await readQueue(services.db, { status, province, reason, limit, offset })
    const { total, byReason: by_reason, byProvince: by_province } = found
    const data = found.cases.map(toCaseWire)
    const has_more = offset + data.length < total
    return { body: { data, meta: { total, count: data.length, has_more, by_reason, by_province } } }
  },
})

/** Two people at one case must not overwrite each other: here the header is required. */
function requireVersion(ifMatch: string | undefined): number {
  const version = versionIn(ifMatch, 'the case')
  if (version === undefined)
    throw new Fault('missing_parameter', { detail: 'Send If-Match with the ETag of the case as you saw it.' })
  return version
}

export const oneCase = operation({
  id: 'getCase',
  tag,
  summary: 'One case: the text, its readings, candidates with evidence, what was said and decided',
  description: 'The ETag is the version; `decide` wants it in If-Match.',
  params: byId,
  answer: { status: 200, schema: oneRecord(CaseDetailWire) },
  async handle({ services, params }) {
    const found = await caseById(services.db.query, params.id)
    const { feedback, decisions } = await aboutCase(services.db, found)
    const query = questionOf(found)
    const { verdict, snapshot } = services.links.consult(query, found.dataset)
    const { answer: now } = services.links.peek({ ...query, min_confidence: 0.2, explain: false }, found.dataset)
    const { reading, readings = [] } = verdict
    const others = readings.filter((other) => JSON.stringify(other) !== JSON.stringify(reading))
    const data = {
      ...toCaseWire(found),
      readings: reading ? [reading, ...others] : others,
      none_probability: verdict.none_probability,
      candidates: verdict.candidates.map((candidate) => linkOf(candidate, snapshot)),
      answer_now: toLinkAnswerWire(now, {}).data[0] ?? null,
      feedback: feedback.map(toFeedbackWire),
      decisions: (await withMoves(services.db, decisions)).map(toDecisionWire),
    }
    return { body: { data }, etag: versionTag(found.version), headers: { 'cache-control': 'no-store' } }
  },
})

async function sayDecision(services: Services, id: string) {
  return toDecisionWire(await readDecision(services.db, id))
}

export const decide = operation({
  id: 'decideCase',
  tag,
  summary: 'Accept, correct, reject or skip a case',
  description:
    'Wants If-Match: of two people at once, one gets 412. A verified address is in force everywhere within 2 s.',
  params: byId,
  body: DecideBody,
  answer: {
    status: 200,
    schema: oneRecord(
      z.object({ case: CaseWire, decision: DecisionWire.nullable(), alias_proposal: DecisionWire.nullable() }),
    ),
  },
  async handle(call) {
    const { services, params, body, ifMatch } = call
    const decided = await services.desk.decide(params.id, requireVersion(ifMatch), causeOf(call), {
      verdict: body.verdict,
      projectId: body.project_id,
      buildingId: body.building_id,
      note: body.reason ?? null,
    })
    services.webhooks.worker.wake()
    const say = async (entry: { id: string } | null) => entry && sayDecision(services, entry.id)
    const data = {
      case: toCaseWire(decided.case),
      decision: await say(decided.decision),
      alias_proposal: await say(decided.proposal),
    }
    return { body: { data }, headers: { etag: versionTag(decided.case.version) } }
  },
})

export const revoke = operation({
  id: 'revokeDecision',
  tag,
  summary: 'Take a verification out of force; the address goes back to the matcher',
  params: byId,
  body: ReasonBody,
  answer: { status: 200, schema: oneRecord(DecisionWire) },
  async handle(call) {
    const { services, params, body } = call
    const { id } = await services.desk.revoke(params.id, causeOf(call), body.reason)
    services.webhooks.worker.wake()
    return { body: { data: await sayDecision(services, id) } }
  },
})

export const undo = operation({
  id: 'undoDecision',
  tag,
  summary: 'Take back your own last decision: what held before holds again, the case is open again',
  params: byId,
  body: NoBody,
  answer: { status: 200, schema: oneRecord(DecisionWire) },
  async handle(call) {
    const { services, params } = call
    const { id } = await services.desk.undo(params.id, causeOf(call))
    services.webhooks.worker.wake()
    return { body: { data: await sayDecision(services, id) } }
  },
})

async function ledgerPage(services: Services, wish: Wish) {
  const { entries, total } = await readLedger(services.db, wish)
  const has_more = wish.offset + entries.length < total
  return { body: { data: entries.map(toDecisionWire), meta: { total, count: entries.length, has_more } } }
}

export const decisions = operation({
  id: 'listDecisions',
  tag,
  summary: 'The ledger: who decided what, when, why, on what evidence, and what became of it',
  query: LedgerQuery,
  answer: { status: 200, schema: DecisionsWire },
  handle: ({ services, query }) =>
    ledgerPage(services, { state: query.state, kind: query.kind, projectId: query.project_id, ...pageOf(query) }),
})

export const proposals = operation({
  id: 'listAliasProposals',
  tag,
  summary: 'Typed forms that corrections suggest as addresses of buildings',
  query: z.object({ page: whole(1, 100_000, 'From 1').optional(), per_page: whole(1, 200, 'Default 50').optional() }),
  answer: { status: 200, schema: DecisionsWire },
  handle: ({ services, query }) => ledgerPage(services, { state: 'proposed', kind: 'alias', ...pageOf(query) }),
})

export const propose = operation({
  id: 'proposeAlias',
  tag,
  summary: 'Suggest an address of a building yourself',
  body: AliasBody,
  answer: { status: 201, schema: oneRecord(DecisionWire) },
  async handle(call) {
    const { services, body } = call
    const { line, city, province, project_id, building_id, reason } = body
    const wish = { line, city, province, projectId: project_id, buildingId: building_id ?? null, note: reason ?? null }
    const { id } = await services.desk.proposeAlias(wish, causeOf(call))
    return { status: 201, body: { data: await sayDecision(services, id) } }
  },
})

export const settle = operation({
  id: 'settleAliasProposal',
  tag,
  summary: 'Accept an alias, which makes it a verified address, or decline it',
  params: byId,
  body: SettleBody,
  answer: { status: 200, schema: oneRecord(DecisionWire) },
  async handle(call) {
    const { services, params, body } = call
    const accept = body.verdict === 'accept'
    const { id } = await services.desk.settleAlias(params.id, accept, causeOf(call), body.reason ?? null)
    return { body: { data: await sayDecision(services, id) } }
  },
})

export const labels = operation({
  id: 'getLabels',
  tag,
  summary: 'Decisions as labelled rows: text, city, province and the building a person said it is, or null',
  answer: { status: 200, type: NDJSON },
  handle({ services }) {
    async function* lines() {
      for await (const bunch of readLabels(services.db)) yield `${bunch.map((row) => JSON.stringify(row)).join('\n')}\n`
    }
    return { body: Readable.from(lines(), { objectMode: false }), type: `${NDJSON}; charset=utf-8` }
  },
})
