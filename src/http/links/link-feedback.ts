// Accepts feedback on building links and queues it for curators.

import type { MatchQuery } from '@plinth/matcher'
import type { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import { SAMPLE_ADDRESS } from '../../catalog/query/sample-address.ts'
import { addressOfBuilding } from '../../catalog/records/building-facts.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { FaultCode } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { Text } from '../../kernel/phrase.ts'
import { findTarget } from '../../links/desk/decision-target.ts'
import { recordResponse } from '../rest/envelope.ts'
import type { Route } from '../server/route.ts'
import { deskOperation, route } from '../server/route.ts'
import { FeedbackBody, FeedbackSchema } from './feedback-schemas.ts'

type Body = z.output<typeof FeedbackBody>

function refuse(code: FaultCode, field: string, message: Text): never {
  throw new Fault(code, { detail: message, errors: [{ pointer: `/${field}`, code, message }] })
}

/** The address the feedback is about: the text of the lookup, or the address of the returned link. */
function queryOf({ address, link, city, province, postal_code }: Body, snapshot: Snapshot): MatchQuery {
  if (address !== undefined && link !== undefined)
    refuse('invalid_parameter', 'link', 'Send "address" or "link", not both.')
  if (address !== undefined) {
    const text = address.normalize('NFC')
    return { address: text, city: city ?? null, province: province ?? null, postal: postal_code ?? null }
  }
  if (!link) refuse('missing_parameter', 'address', 'Send the "address" you looked up, or the "link" you received.')
  const { project, buildingId } = findTarget(snapshot, link.project_id, link.building_id)
  const building = project.buildings.find(({ id }) => id === buildingId)
  return { address: building ? addressOfBuilding({ project, building }) : project.address }
}

const create = deskOperation({
  id: 'giveBuildingLinkFeedback',
  tag: 'Building links',
  policy: credential({ scope: 'building_links:write', feature: 'building_links' }),
  summary: 'Confirm, correct or reject a building link',
  description: 'Feedback goes to the curators’ queue. Sandbox feedback is validated and then discarded.',
  body: FeedbackBody,
  response: { status: 202, schema: recordResponse(FeedbackSchema) },
  example: { call: 'buildingLinks.feedback', body: { address: SAMPLE_ADDRESS, verdict: 'confirm' } },
  async handle({ services, principal, body, idempotencyKey }) {
    const { account, dataset } = principal
    const snapshot = services.catalog.snapshot(dataset)
    const query = queryOf(body, snapshot)
    if (body.verdict === 'correct' && body.project_id === undefined)
      refuse('missing_parameter', 'project_id', 'A correction must include the right "project_id".')
    if (body.building_id !== undefined && body.project_id === undefined)
      refuse('missing_parameter', 'project_id', 'Send "project_id" with "building_id".')
    const projectId = body.project_id ?? body.link?.project_id ?? null
    const buildingId = body.building_id ?? (body.project_id === undefined ? body.link?.building_id : null) ?? null
    if (projectId !== null) findTarget(snapshot, projectId, buildingId)
    if (dataset === 'sandbox') return { status: 202, body: { data: { id: newId('fb'), queued: false } } }
    const request = { owner: account.id, key: idempotencyKey, request: `feedback ${JSON.stringify(body)}` }
    const result = await services.access.idempotency.once(request, async (tx) => {
      const feedback = {
        accountId: account.id,
        query,
        verdict: body.verdict,
        projectId,
        buildingId,
        note: body.note ?? null,
      }
      const id = await services.desk.recordFeedback(tx, feedback)
      return { status: 202, body: { data: { id, queued: true } } }
    })
    const headers = result.replayed ? { 'idempotency-replayed': 'true' } : {}
    return { status: result.status, body: result.body, headers }
  },
})

export const feedbackRoutes: readonly Route[] = [route('POST', '/api/v1/building-links/feedback', create)]
