// Paging shared by every list: reads the cursor or page number, builds `meta`.
import { createHash } from 'node:crypto'
import type { Principal } from '../../access/rights/principal.ts'
import { decodeCursor, encodeCursor, fingerprintOf } from '../../catalog/query/cursor.ts'
import type { Warning } from '../../catalog/query/reference-lists.ts'
import type { Page, PageRequest } from '../../catalog/snapshot/collection.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { fieldFault } from '../../kernel/fault.ts'
import type { CoreServices } from '../server/services.ts'

interface PagingQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

export interface Paging {
  readonly request: PageRequest
  /** The list's meta. Its cursor is valid only for this query and account. */
  meta(page: Page<unknown>, snapshot: Snapshot, warnings?: readonly Warning[]): object
  /** Strong ETag of a list that depends only on the edition and the query. */
  etag(edition: string): string
}

const DEFAULT_LIMIT = 50

export function pagingOf(
  services: Pick<CoreServices, 'signer'>,
  principal: Principal,
  listName: string,
  query: PagingQuery,
): Paging {
  const { limit, cursor, page, per_page, ...filters } = query
  if (cursor !== undefined && (page !== undefined || per_page !== undefined))
    throw fieldFault('invalid_parameter', 'cursor', 'Send "cursor" or "page"/"per_page", not both.')
  if (limit !== undefined && per_page !== undefined)
    throw fieldFault('invalid_parameter', 'per_page', '"limit" and "per_page" mean the same. Send one of them.')
  const size = limit ?? per_page ?? DEFAULT_LIMIT
  const fingerprint = fingerprintOf({
    what: listName,
    account: principal.account.id,
    dataset: principal.dataset,
    ...filters,
  })
  const sign = (payload: string) => services.signer.sign('cursor', payload)
  return {
    request: {
      limit: size,
      after: cursor === undefined ? undefined : decodeCursor(cursor, fingerprint, sign),
      offset: page === undefined ? undefined : (page - 1) * size,
    },
    meta: ({ total, records, next }, snapshot, warnings = []) => ({
      total,
      count: records.length,
      has_more: next !== null,
      next_cursor: next === null ? null : encodeCursor(next, fingerprint, sign),
      data_as_of: snapshot.version?.published_at ?? null,
      dataset_version: snapshot.version?.version ?? 'none',
      warnings: warnings.map(toWarningJson),
    }),
    etag: (edition) => {
      const text = `${edition} ${fingerprint} ${size} ${cursor ?? ''} ${page ?? ''}`
      return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
    },
  }
}

/** Signed cursors for a list sorted newest first, valid only for this query and caller. */
export function newestFirstPaging(
  services: Pick<CoreServices, 'signer'>,
  caller: string,
  listName: string,
  filters: object,
) {
  const fingerprint = fingerprintOf({ what: listName, caller, ...filters })
  const sign = (payload: string) => services.signer.sign('cursor', payload)
  return {
    after(cursor: string | undefined): { at: string; id: string } | undefined {
      if (cursor === undefined) return undefined
      const [at = '', id = ''] = String(decodeCursor(cursor, fingerprint, sign).value).split(' ')
      return { at, id }
    },
    meta(count: number, last: { at: string; id: string } | undefined, hasMore: boolean) {
      const next = hasMore && last ? encodeCursor({ value: `${last.at} ${last.id}`, id: 0 }, fingerprint, sign) : null
      return { count, has_more: hasMore, next_cursor: next }
    },
  }
}

/** Signed cursors for a list sorted by a text key, valid only for this query, account and dataset. */
export function keyPaging(
  services: Pick<CoreServices, 'signer'>,
  { account, dataset }: Principal,
  listName: string,
  filters: object,
) {
  const fingerprint = fingerprintOf({ what: listName, account: account.id, dataset, ...filters })
  const sign = (payload: string) => services.signer.sign('cursor', payload)
  return {
    after: (cursor: string | undefined): string | undefined =>
      cursor === undefined ? undefined : String(decodeCursor(cursor, fingerprint, sign).value),
    meta(count: number, last: string | undefined, hasMore: boolean) {
      const next = hasMore && last !== undefined ? encodeCursor({ value: last, id: 0 }, fingerprint, sign) : null
      return { count, has_more: hasMore, next_cursor: next }
    },
  }
}

/** Signed cursors for a list sorted by sequence number, valid only for this query and caller. */
export function sequencePaging(
  services: Pick<CoreServices, 'signer'>,
  caller: string,
  listName: string,
  filters: object,
) {
  const fingerprint = fingerprintOf({ what: listName, caller, ...filters })
  const sign = (payload: string) => services.signer.sign('cursor', payload)
  return {
    after: (cursor: string | undefined): number | undefined =>
      cursor === undefined ? undefined : decodeCursor(cursor, fingerprint, sign).id,
    meta(count: number, last: number | undefined, hasMore: boolean) {
      const next = hasMore && last !== undefined ? encodeCursor({ value: null, id: last }, fingerprint, sign) : null
      return { count, has_more: hasMore, next_cursor: next }
    },
  }
}

function toWarningJson({ parameter, code, value, did_you_mean }: Warning) {
  const suggestions = did_you_mean === null ? [] : [did_you_mean]
  const hint = did_you_mean === null ? '' : ` Did you mean "${did_you_mean}"?`
  return {
    parameter,
    code,
    message: `No project has ${parameter} "${value.slice(0, 60)}".${hint}`,
    did_you_mean: suggestions,
  }
}
