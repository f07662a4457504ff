// The decision ledger over HTTP: decisions, their effects, alias proposals and labels.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { curator } from '../../access/rights/policies.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { LedgerEntry, LedgerQuery as LedgerFilter, LinkedBuilding } from '../../links/desk/ledger-reads.ts'
import { toLinkResponseJson } from '../links/link-json.ts'
import { recordResponse } from '../rest/envelope.ts'
import { integerParam, textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { NDJSON } from '../server/input/line-source.ts'
import { deskOperation } from '../server/route.ts'
import type { DeskServices } from '../server/services.ts'
import {
  AliasBody,
  DecisionDetailSchema,
  DecisionSchema,
  DecisionsSchema,
  LedgerQuery,
  NoBody,
  ReasonBody,
  SettleBody,
  toDecisionJson,
} from './desk-schemas.ts'

const DESK = { tag: 'Desk', policy: curator } as const
const decisionParams = z.object({ id: textParam(40, 'The decision’s id') })
const PER_PAGE = 50

export function pageOf({
  page = 1,
  per_page = PER_PAGE,
}: {
  page?: number | undefined
  per_page?: number | undefined
}) {
  return { limit: per_page, offset: (page - 1) * per_page }
}

function projectName({ catalog }: DeskServices, dataset: Dataset, projectId: number | null): string | null {
  return projectId === null ? null : (catalog.snapshot(dataset).projects.get(projectId)?.name ?? null)
}

/** Adds project names and the email addresses of the curators. */
export async function decisionsJson(services: DeskServices, entries: readonly LedgerEntry[]) {
  const actors = entries.flatMap(({ actor, moves }) => [actor, ...moves.map((move) => move.actor)])
  const emails = await services.access.people.emailsOf(actors)
  return entries.map((entry) =>
    toDecisionJson(entry, {
      email: (actor) => emails.get(actor) ?? null,
      project: (id) => projectName(services, entry.dataset, id),
    }),
  )
}

export async function decisionJson(services: DeskServices, id: string) {
  return (await decisionsJson(services, [await services.desk.readDecision(id)]))[0]!
}

export const revoke = deskOperation({
  id: 'revokeDecision',
  ...DESK,
  summary: 'Revoke a verification. The matcher resolves the address again',
  params: decisionParams,
  body: ReasonBody,
  response: { status: 200, schema: recordResponse(DecisionSchema) },
  example: { params: { id: 'dec_1' }, body: { reason: 'The tower was renumbered.' } },
  async handle(call) {
    const { services, params, body } = call
    const { id } = await services.desk.revoke(params.id, causeOf(call), body.reason)
    services.webhooks.worker.wake()
    return { body: { data: await decisionJson(services, id) } }
  },
})

export const undo = deskOperation({
  id: 'undoDecision',
  ...DESK,
  summary: 'Undo your last decision. Restores the previous state and reopens the case',
  params: decisionParams,
  body: NoBody,
  response: { status: 200, schema: recordResponse(DecisionSchema) },
  example: { params: { id: 'dec_1' } },
  async handle(call) {
    const { services, params } = call
    const { id } = await services.desk.undo(params.id, causeOf(call))
    services.webhooks.worker.wake()
    return { body: { data: await decisionJson(services, id) } }
  },
})

async function ledgerPage(services: DeskServices, filter: LedgerFilter) {
  const { entries, total } = await services.desk.listDecisions(filter)
  const has_more = filter.offset + entries.length < total
  return { body: { data: await decisionsJson(services, entries), meta: { total, count: entries.length, has_more } } }
}

export const decisions = deskOperation({
  id: 'listDecisions',
  ...DESK,
  summary: 'List decisions with their author, reason, evidence and outcome',
  query: LedgerQuery,
  response: { status: 200, schema: DecisionsSchema },
  async handle({ services, query }) {
    const { state, kind, project_id: projectId } = query
    const actor = query.actor && (await services.access.people.idOfActor(query.actor))
    return ledgerPage(services, { state, kind, projectId, actor, ...pageOf(query) })
  },
})

export const oneDecision = deskOperation({
  id: 'getDecision',
  ...DESK,
  summary: 'Get a decision with its moves, evidence and effects on lookups',
  params: decisionParams,
  response: { status: 200, schema: recordResponse(DecisionDetailSchema) },
  example: { params: { id: 'dec_1' } },
  async handle({ services, params }) {
    const entry = await services.desk.readDecision(params.id)
    const { text: address, city, province, dataset } = entry
    const { before, after, events } = await services.desk.readEffects(entry)
    const { result: current } = services.links.inspect({ address, city, province }, dataset)
    const withProjectName = (link: LinkedBuilding | null) =>
      link && { ...link, project_name: projectName(services, dataset, link.project_id) }
    const data = {
      ...(await decisionsJson(services, [entry]))[0]!,
      answer_before: withProjectName(before),
      answer_after: withProjectName(after),
      answer_now: toLinkResponseJson(current, {}).data[0] ?? null,
      events,
    }
    return { body: { data }, headers: { 'cache-control': 'no-store' } }
  },
})

export const proposals = deskOperation({
  id: 'listAliasProposals',
  ...DESK,
  summary: 'List alias addresses proposed from corrections',
  query: z.object({
    page: integerParam(1, 100_000, 'Page number, starting at 1').optional(),
    per_page: integerParam(1, 200, 'Page size. Default 50').optional(),
  }),
  response: { status: 200, schema: DecisionsSchema },
  handle: ({ services, query }) => ledgerPage(services, { state: 'proposed', kind: 'alias', ...pageOf(query) }),
})

export const propose = deskOperation({
  id: 'proposeAlias',
  ...DESK,
  summary: 'Propose an alias address for a building',
  body: AliasBody,
  response: { status: 201, schema: recordResponse(DecisionSchema) },
  example: { body: { line: '21 Widmer Lane', city: 'Toronto', province: 'ON', project_id: 1 } },
  async handle(call) {
    const { services, body } = call
    const { line, city, province, project_id, building_id, reason } = body
    const proposal = {
      line,
      city,
      province,
      projectId: project_id,
      buildingId: building_id ?? null,
      note: reason ?? null,
    }
    const { id } = await services.desk.proposeAlias(proposal, causeOf(call))
    return { status: 201, body: { data: await decisionJson(services, id) } }
  },
})

export const settle = deskOperation({
  id: 'settleAliasProposal',
  ...DESK,
  summary: 'Accept an alias as a verified address, or decline it',
  params: decisionParams,
  body: SettleBody,
  response: { status: 200, schema: recordResponse(DecisionSchema) },
  example: { params: { id: 'dec_1' }, body: { verdict: 'accept' } },
  async handle(call) {
    const { services, params, body } = call
    const accept = body.verdict === 'accept'
    const { id } = await services.desk.settleAlias(params.id, accept, causeOf(call), body.reason ?? null)
    services.webhooks.worker.wake()
    return { body: { data: await decisionJson(services, id) } }
  },
})

export const labels = deskOperation({
  id: 'getLabels',
  ...DESK,
  summary: 'Download decisions as labelled rows: text, city, province and the building, or null',
  response: { status: 200, type: NDJSON },
  handle({ services }) {
    async function* lines() {
      for await (const rows of services.desk.labels()) yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
    }
    return { body: Readable.from(lines(), { objectMode: false }), type: `${NDJSON}; charset=utf-8` }
  },
})
