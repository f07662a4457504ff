// Stores callers' feedback and queues the address for review.

import type { MatchQuery } from '@plinth/matcher'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { caseText } from '../case-text.ts'
import { kindOf } from '../learning-value.ts'
import type { FeedbackVerdict } from '../link-tables.ts'
import type { Links } from '../links.ts'
import { newCase } from '../uncertain-queries.ts'
import { uncertaintyOf } from '../uncertainty.ts'

export interface FeedbackInput {
  readonly accountId: string
  readonly query: MatchQuery
  readonly verdict: FeedbackVerdict
  readonly projectId: number | null
  readonly buildingId: number | null
  readonly note: string | null
}

/** The case key of a text that is not an address. Such a case cannot be verified. */
function textKey(text: string): string {
  return `~${foldText(text)}`.slice(0, 600).toWellFormed()
}

/** Reopens a decided case if the feedback disagrees. */
export async function recordFeedback(tx: Tx, links: Links, input: FeedbackInput, at: Date): Promise<string> {
  const { verdict, keys } = links.automaticMatch(input.query, 'production')
  const key = keys.completed ?? keys.typed ?? textKey(input.query.address)
  const { outcome, reason, candidates, reading } = verdict
  const query = { ...input.query, address: caseText(input.query.address, reading) }
  const opened = newCase(
    {
      ...{ key, query, outcome, reason, confidence: candidates[0]?.confidence ?? null },
      uncertainty: uncertaintyOf(verdict),
      kind: kindOf(query, verdict),
    },
    at.toISOString(),
    1,
  )
  await tx
    .insertInto('link_cases')
    .values(opened)
    .onConflict((conflict) => conflict.columns(['dataset', 'address_key']).doNothing())
    .execute()
  const theCase = await tx
    .selectFrom('link_cases')
    .select(['id', 'status', 'version'])
    .where('dataset', '=', 'production')
    .where('address_key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const earlier = await tx
    .selectFrom('link_feedback')
    .select('verdict')
    .where('case_id', '=', theCase.id)
    .where('account_id', '=', input.accountId)
    .execute()
  const id = newId('fb')
  await tx
    .insertInto('link_feedback')
    .values({
      id,
      case_id: theCase.id,
      account_id: input.accountId,
      verdict: input.verdict,
      text: query.address,
      project_id: input.projectId,
      building_id: input.buildingId,
      note: input.note,
      created_at: at.toISOString(),
    })
    .execute()
  const isObjection = (verdict: FeedbackVerdict) => verdict !== 'confirm'
  const isFirstObjection = isObjection(input.verdict) && !earlier.some((one) => isObjection(one.verdict))
  const reopens = theCase.status !== 'open' && isObjection(input.verdict)
  await tx
    .updateTable('link_cases')
    .set((e) => ({
      voices: e('voices', '+', earlier.length === 0 ? 1 : 0),
      objections: e('objections', '+', isFirstObjection ? 1 : 0),
      updated_at: at.toISOString(),
      // Curators with the case open must reload it to see the new feedback.
      version: theCase.version + 1,
      ...(reopens ? { status: 'open' as const } : {}),
    }))
    .where('id', '=', theCase.id)
    .execute()
  return id
}
