// API requests of the review page.
import { PlinthError } from '@plinth/client'
import type { Case, CaseDetail, CaseQueue, CaseVerdict, Decision } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { FoundProject } from '../../../review/find-projects.ts'
import { findProjectsBy } from '../../../review/find-projects.ts'
import { ADDRESS_KINDS, suggestFrom } from '../../../suggest/suggestions.ts'

export interface Filter {
  readonly status: 'open' | 'skipped'
  readonly province: string
  readonly reason: string
}

export const PER_PAGE = 100

const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })
const casePath = (id: string, action = '') => `/api/v1/desk/cases/${encodeURIComponent(id)}${action}`

async function projectsBy(query: object, signal: AbortSignal): Promise<FoundProject[]> {
  return (await plinth.request<{ data: FoundProject[] }>('GET', '/api/v1/desk/projects', { query, signal })).data
}

export const reviewApi = {
  queue: ({ status, province, reason }: Filter, page: number) =>
    plinth.request<CaseQueue>('GET', '/api/v1/desk/queue', {
      query: { status, province: province || undefined, reason: reason || undefined, page, per_page: PER_PAGE },
    }),
  detail: async (id: string) => (await plinth.request<{ data: CaseDetail }>('GET', casePath(id))).data,
  decide: async (id: string, version: number, body: CaseVerdict) =>
    (
      await plinth.request<{ data: { case: Case; decision: Decision | null } }>('POST', casePath(id, '/decide'), {
        body,
        headers: ifMatch(version),
      })
    ).data,
  reopen: (id: string, version: number) =>
    plinth.request('POST', casePath(id, '/reopen'), { body: {}, headers: ifMatch(version) }),
  undo: (decisionId: string) =>
    plinth.request('POST', `/api/v1/desk/decisions/${encodeURIComponent(decisionId)}/undo`, { body: {} }),
  find: findProjectsBy({
    suggest: suggestFrom({ kinds: ADDRESS_KINDS, path: '/api/v1/desk/suggest' }),
    search: (q, signal) => projectsBy({ q, limit: 12 }, signal),
    byIds: (ids, signal) => projectsBy({ ids, limit: ids.length }, signal),
  }),
}

/** Worth retrying: a network error, or a busy or restarting server. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof PlinthError)) return false
  return error.status === 0 || error.status === 429 || error.status >= 502
}

export function isConflict(error: unknown): boolean {
  return error instanceof PlinthError && error.status === 412
}
