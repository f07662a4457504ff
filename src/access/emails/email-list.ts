// The queue as operators see it: its emails without their content, and how late it is.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { at } from '../../kernel/at.ts'
import type { EmailKind, EmailState } from './email-kinds.ts'

const COLUMNS = [
  ...(['id', 'kind', 'account_id', 'address', 'cause', 'state', 'attempts', 'last_error'] as const),
  ...(['due_at', 'next_attempt_at', 'created_at', 'finished_at'] as const),
] as const

export interface EmailRecord {
  readonly id: string
  readonly kind: EmailKind
  readonly account_id: string | null
  readonly address: string
  readonly cause: string | null
  readonly state: EmailState
  readonly attempts: number
  readonly last_error: string | null
  readonly due_at: string
  readonly next_attempt_at: string
  readonly created_at: string
  readonly finished_at: string | null
}

export interface EmailQuery {
  readonly kind?: EmailKind | undefined
  readonly state?: EmailState | undefined
  readonly account_id?: string | undefined
  readonly limit: number
  /** The last email of the previous page. */
  readonly after?: { readonly at: string; readonly id: string } | undefined
}

/** Newest first. */
export async function listEmails(
  db: Database,
  { kind, state, account_id, limit, after }: EmailQuery,
): Promise<{ emails: EmailRecord[]; hasMore: boolean }> {
  let rows = db.query.selectFrom('emails').select(COLUMNS)
  if (kind) rows = rows.where('kind', '=', kind)
  if (state) rows = rows.where('state', '=', state)
  if (account_id) rows = rows.where('account_id', '=', account_id)
  if (after) rows = rows.where((e) => e(e.refTuple('created_at', 'id'), '<', e.tuple(after.at, after.id)))
  const found = await rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { emails: found.slice(0, limit), hasMore: found.length > limit }
}

export interface EmailBacklog {
  readonly waiting: number
  /** Since it was first due: while the mail server is away, the next attempt is always in the future. */
  readonly oldestDueSeconds: number
}

export async function readEmailBacklog(db: Database, nowMs: number): Promise<EmailBacklog> {
  const { rows } = await sql<{ waiting: number; oldest: string | null }>`
    select count(*)::int as waiting, min(due_at) as oldest from emails where state = 'queued'`.execute(db.query)
  const { waiting, oldest } = at(rows, 0)
  return { waiting, oldestDueSeconds: oldest === null ? 0 : Math.max(0, (nowMs - Date.parse(oldest)) / 1000) }
}
