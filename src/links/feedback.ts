// What callers say about our answers: kept as it was said, and a reason for the desk to look.
import { foldText } from '../catalog/snapshot/fold-name.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../kernel/ids.ts'
import type { MatchQuery } from '../matcher/matcher.ts'
import { doubtOf } from './desk/case-priority.ts'
import { caseOf } from './desk/uncertain-queries.ts'
import type { FeedbackVerdict } from './link-tables.ts'
import type { Links } from './links.ts'

export interface FeedbackGiven {
  readonly accountId: string
  readonly query: MatchQuery
  readonly verdict: FeedbackVerdict
  readonly projectId: number | null
  readonly buildingId: number | null
  readonly note: string | null
}

/** A text that cannot be read as an address is a case of its own; it has no parts that could be verified. */
function textKey(text: string): string {
  return `~${foldText(text)}`.slice(0, 600).toWellFormed()
}

/** Keeps it and puts its address into the queue; what was decided is looked at again when somebody disagrees. */
export async function giveFeedback(tx: Tx, links: Links, given: FeedbackGiven, at: Date): Promise<string> {
  const { query } = given
  const { verdict, keys } = links.consult(query, 'production')
  const key = keys.full ?? keys.typed ?? textKey(query.address)
  const { outcome, reason, candidates } = verdict
  const opened = caseOf(
    { key, query, outcome, reason, confidence: candidates[0]?.confidence ?? null, doubt: doubtOf(verdict) },
    at.toISOString(),
  )
  await tx
    .insertInto('link_cases')
    .values(opened)
    .onConflict((conflict) => conflict.columns(['dataset', 'address_key']).doNothing())
    .execute()
  const found = await tx
    .selectFrom('link_cases')
    .select(['id', 'status', 'version'])
    .where('dataset', '=', 'production')
    .where('address_key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const heard = await tx
    .selectFrom('link_feedback')
    .select('id')
    .where('case_id', '=', found.id)
    .where('account_id', '=', given.accountId)
    .limit(1)
    .executeTakeFirst()
  const id = newId('fb')
  await tx
    .insertInto('link_feedback')
    .values({
      id,
      case_id: found.id,
      account_id: given.accountId,
      verdict: given.verdict,
      text: query.address,
      project_id: given.projectId,
      building_id: given.buildingId,
      note: given.note,
      created_at: at.toISOString(),
    })
    .execute()
  const reopens = found.status !== 'open' && given.verdict !== 'confirm'
  await tx
    .updateTable('link_cases')
    .set((e) => ({
      voices: e('voices', '+', heard ? 0 : 1),
      updated_at: at.toISOString(),
      // Whoever has the case before him should read what was just said.
      version: found.version + 1,
      ...(reopens ? { status: 'open' as const } : {}),
    }))
    .where('id', '=', found.id)
    .execute()
  return id
}
