// What callers say about our answers: kept as it was said, and a reason for the desk to look.
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../kernel/ids.ts'
import type { MatchQuery } from '../../matcher/matcher.ts'
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

/** A text that cannot be read as an address is a case of its own; it has no parts that could be verified. */
function textKey(text: string): string {
  return `~${foldText(text)}`.slice(0, 600).toWellFormed()
}

/** Keeps it and puts its address into the queue; what was decided is looked at again when somebody disagrees. */
export async function recordFeedback(tx: Tx, links: Links, input: FeedbackInput, at: Date): Promise<string> {
  const { query } = input
  const { verdict, keys } = links.automaticMatch(query, 'production')
  const key = keys.completed ?? keys.typed ?? textKey(query.address)
  const { outcome, reason, candidates } = verdict
  const opened = newCase(
    { key, query, outcome, reason, confidence: candidates[0]?.confidence ?? null, uncertainty: uncertaintyOf(verdict) },
    at.toISOString(),
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
    .select('id')
    .where('case_id', '=', theCase.id)
    .where('account_id', '=', input.accountId)
    .limit(1)
    .executeTakeFirst()
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
  const reopens = theCase.status !== 'open' && input.verdict !== 'confirm'
  await tx
    .updateTable('link_cases')
    .set((e) => ({
      voices: e('voices', '+', earlier ? 0 : 1),
      updated_at: at.toISOString(),
      // Whoever has the case before him should read what was just said.
      version: theCase.version + 1,
      ...(reopens ? { status: 'open' as const } : {}),
    }))
    .where('id', '=', theCase.id)
    .execute()
  return id
}
