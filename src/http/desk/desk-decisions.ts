// The ledger over HTTP: decisions, what they changed, taking them back; alias proposals, labels.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { curator } from '../../access/policies.ts'
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
} from '../../contract/desk-schemas.ts'
import { recordResponse } from '../../contract/envelope.ts'
import { toLinkResponseJson } from '../../contract/link-json.ts'
import { integerParam, textParam } from '../../contract/request-params.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { LedgerEntry, LinkedBuilding, LedgerQuery as Wish } from '../../links/desk/ledger-reads.ts'
import { causeOf } from '../door/authenticate.ts'
import { NDJSON } from '../door/input/line-source.ts'
import { operation } from '../door/route.ts'
import type { Services } from '../door/services.ts'

const tag = 'Desk'
const byId = z.object({ id: textParam(40, 'Its id') })
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

function nameOf({ catalog }: Services, dataset: Dataset, projectId: number | null): string | null {
  return projectId === null ? null : (catalog.snapshot(dataset).projects.get(projectId)?.name ?? null)
}

/** With the names of projects and the addresses of whoever decided. */
export async function decisionsJson(services: Services, entries: readonly LedgerEntry[]) {
  const actors = entries.flatMap(({ actor, moves }) => [actor, ...moves.map((move) => move.actor)])
  const emails = await services.access.people.emailsOf(actors)
  return entries.map((entry) =>
    toDecisionJson(entry, {
      email: (actor) => emails.get(actor) ?? null,
      project: (id) => nameOf(services, entry.dataset, id),
    }),
  )
}

export async function decisionJson(services: Services, id: string) {
  return (await decisionsJson(services, [await services.desk.readDecision(id)]))[0]!
}

export const revoke = operation({
  id: 'revokeDecision',
  tag,
  policy: curator,
  summary: 'Take a verification out of force; the address goes back to the matcher',
  params: byId,
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

export const undo = operation({
  id: 'undoDecision',
  tag,
  policy: curator,
  summary: 'Take back your own last decision: what held before holds again, the case is open again',
  params: byId,
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

async function ledgerPage(services: Services, wish: Wish) {
  const { entries, total } = await services.desk.listDecisions(wish)
  const has_more = wish.offset + entries.length < total
  return { body: { data: await decisionsJson(services, entries), meta: { total, count: entries.length, has_more } } }
}

export const decisions = operation({
  id: 'listDecisions',
  tag,
  policy: curator,
  summary: 'The ledger: who decided what, when, why, on what evidence, and what became of it',
  query: LedgerQuery,
  response: { status: 200, schema: DecisionsSchema },
  async handle({ services, query }) {
    const { state, kind, project_id: projectId } = query
    const actor = query.actor && (await services.access.people.idOfActor(query.actor))
    return ledgerPage(services, { state, kind, projectId, actor, ...pageOf(query) })
  },
})

export const oneDecision = operation({
  id: 'getDecision',
  tag,
  policy: curator,
  summary: 'One decision: its moves, its evidence, and what it changed for callers',
  params: byId,
  response: { status: 200, schema: recordResponse(DecisionDetailSchema) },
  example: { params: { id: 'dec_1' } },
  async handle({ services, params }) {
    const entry = await services.desk.readDecision(params.id)
    const { text: address, city, province, dataset } = entry
    const { before, after, events } = await services.desk.readEffects(entry)
    const { result: answer } = services.links.inspect({ address, city, province }, dataset)
    const show = (place: LinkedBuilding | null) =>
      place && { ...place, project_name: nameOf(services, dataset, place.project_id) }
    const data = {
      ...(await decisionsJson(services, [entry]))[0]!,
      answer_before: show(before),
      answer_after: show(after),
      answer_now: toLinkResponseJson(answer, {}).data[0] ?? null,
      events,
    }
    return { body: { data }, headers: { 'cache-control': 'no-store' } }
  },
})

export const proposals = operation({
  id: 'listAliasProposals',
  tag,
  policy: curator,
  summary: 'Typed forms that corrections suggest as addresses of buildings',
  query: z.object({
    page: integerParam(1, 100_000, 'From 1').optional(),
    per_page: integerParam(1, 200, 'Default 50').optional(),
  }),
  response: { status: 200, schema: DecisionsSchema },
  handle: ({ services, query }) => ledgerPage(services, { state: 'proposed', kind: 'alias', ...pageOf(query) }),
})

export const propose = operation({
  id: 'proposeAlias',
  tag,
  policy: curator,
  summary: 'Suggest an address of a building yourself',
  body: AliasBody,
  response: { status: 201, schema: recordResponse(DecisionSchema) },
  example: { body: { line: '21 Widmer Lane', city: 'Toronto', province: 'ON', project_id: 1 } },
  async handle(call) {
    const { services, body } = call
    const { line, city, province, project_id, building_id, reason } = body
    const wish = { line, city, province, projectId: project_id, buildingId: building_id ?? null, note: reason ?? null }
    const { id } = await services.desk.proposeAlias(wish, causeOf(call))
    return { status: 201, body: { data: await decisionJson(services, id) } }
  },
})

export const settle = operation({
  id: 'settleAliasProposal',
  tag,
  policy: curator,
  summary: 'Accept an alias, which makes it a verified address, or decline it',
  params: byId,
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

export const labels = operation({
  id: 'getLabels',
  tag,
  policy: curator,
  summary: 'Decisions as labelled rows: text, city, province and the building a person said it is, or null',
  response: { status: 200, type: NDJSON },
  handle({ services }) {
    async function* lines() {
      for await (const bunch of services.desk.labels()) yield `${bunch.map((row) => JSON.stringify(row)).join('\n')}\n`
    }
    return { body: Readable.from(lines(), { objectMode: false }), type: `${NDJSON}; charset=utf-8` }
  },
})
