// The append-only audit log, written in the transaction of each action.

import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/database-tables.ts'
import { newId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'

export const AUDIT_ACTIONS = [
  'account.created',
  'account.plan_changed',
  'account.plan_requested',
  'account.suspended',
  'account.reinstated',
  'account.deleted',
  'account.erased',
  'key.created',
  'key.rotated',
  'key.changed',
  'key.revoked',
  'person.created',
  'person.address_claimed',
  'person.verified',
  'person.displaced',
  'person.role_changed',
  'person.suspended',
  'person.reinstated',
  'person.account_role_changed',
  'person.removed',
  'person.password_changed',
  'person.password_reset',
  'session.opened',
  'session.closed',
  'session.refused',
  'invitation.created',
  'invitation.resent',
  'invitation.withdrawn',
  'invitation.accepted',
  'oauth_client.created',
  'oauth_client.changed',
  'oauth_client.deleted',
  'oauth_client.secret_rotated',
  'oauth_consent.given',
  'oauth_consent.revoked',
  'oauth_refresh.reused',
  'oauth_keys.rotated',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.enable_asked',
  'webhook.disabled',
  'webhook.sample_sent',
  'feed.created',
  'feed.changed',
  'feed.paused',
  'feed.resumed',
  'feed.deleted',
  'feed.sweep_approved',
  'file.uploaded',
  'file.changed',
  'file.deleted',
  'desk.decided',
  'desk.skipped',
  'desk.reopened',
  'desk.revoked',
  'desk.undone',
  'desk.alias_proposed',
  'desk.alias_accepted',
  'desk.alias_declined',
  'desk.project_corrected',
  'desk.correction_revoked',
  'desk.project_merged',
  'desk.merge_undone',
  'desk.join_decided',
  'desk.join_undone',
  'data.import_ordered',
  'data.import_approved',
  'data.rolled_back',
  'data.source_changed',
  'data.source_removed',
  'data.share_alike_allowed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The actor and request behind an action. */
export interface Cause {
  /** `per_…`, `key_…` or another credential's id, `operator` for the operator key, `visitor` for unauthenticated requests, or `system`. */
  readonly actor: string
  readonly requestId: string | null
  readonly address: string | null
  /** Language of the request, for the emails that it sends. Not stored. */
  readonly language?: Language
}

/** Automatic actions, such as loading the first data. */
export const SYSTEM: Cause = { actor: 'system', requestId: null, address: null }

/** An operator on the server's command line. */
export const LOCAL_OPERATOR: Cause = { ...SYSTEM, actor: 'operator' }

export interface AuditEntry {
  readonly action: AuditAction
  /** The account that sees the entry; null for entries only operators see. */
  readonly accountId: string | null
  /** The id of the affected object. */
  readonly target: string | null
  /** Must not contain secrets: everyone who manages the account can read it. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
}

export async function audit(tx: Transaction<Tables>, cause: Cause, entry: AuditEntry, at = new Date()): Promise<void> {
  const { action, accountId, target, details = {} } = entry
  await tx
    .insertInto('audit_log')
    .values({
      id: newId('aud'),
      at,
      actor: cause.actor,
      account_id: accountId,
      action,
      target,
      details: JSON.stringify(details),
      request_id: cause.requestId,
      address: cause.address,
    })
    .execute()
}

export interface AuditRecord {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly account_id: string | null
  readonly action: AuditAction
  readonly target: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string | null
  readonly address: string | null
}

export interface AuditFilters {
  readonly accountId?: string | undefined
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  readonly target?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface AuditQuery extends AuditFilters {
  readonly limit: number
  /** The last entry of the previous page. */
  readonly after?: { readonly at: string; readonly id: string } | undefined
}

/** Newest first. */
export async function readAudit(
  db: Database,
  { limit, after, ...filters }: AuditQuery,
): Promise<{ entries: AuditRecord[]; hasMore: boolean }> {
  let rows = entriesOf(db, filters)
  if (after) rows = rows.where((e) => e(e.refTuple('at', 'id'), '<', e.tuple(after.at, after.id)))
  const found = await rows
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { entries: found.slice(0, limit) as unknown as AuditRecord[], hasMore: found.length > limit }
}

const ENTRIES_PER_PAGE = 500

/** All entries in pages, oldest first. Entries of the same time are in the order of their ids. */
export async function* exportAudit(db: Database, filters: AuditFilters): AsyncGenerator<AuditRecord[]> {
  let last: AuditRecord | undefined
  do {
    const { at, id } = last ?? {}
    const page = await entriesOf(db, filters)
      .$if(last !== undefined, (rows) => rows.where((e) => e(e.refTuple('at', 'id'), '>', e.tuple(at!, id!))))
      .orderBy('at')
      .orderBy('id')
      .limit(ENTRIES_PER_PAGE)
      .execute()
    if (page.length > 0) yield page as unknown as AuditRecord[]
    last = page.length < ENTRIES_PER_PAGE ? undefined : (page.at(-1) as unknown as AuditRecord)
  } while (last)
}

function entriesOf(db: Database, { accountId, actor, action, target, from, to }: AuditFilters) {
  let rows = db.query.selectFrom('audit_log').selectAll()
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId)
  if (actor !== undefined) rows = rows.where('actor', '=', actor)
  if (action !== undefined) rows = rows.where('action', '=', action)
  if (target !== undefined) rows = rows.where('target', '=', target)
  if (from !== undefined) rows = rows.where('at', '>=', from)
  if (to !== undefined) rows = rows.where('at', '<', to)
  return rows
}
