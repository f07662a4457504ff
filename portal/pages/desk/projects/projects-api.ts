// API requests of the project editor: find, correct and merge projects.
import type {
  Corrected,
  CorrectionBody,
  DeskProject,
  DeskProjects,
  MergeBody,
  Merged,
  MergePreview,
} from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'

const PATH = '/api/v1/desk/projects'
const data = async <T>(response: Promise<{ data: T }>): Promise<T> => (await response).data

export function findProjects(q: string, province: string, signal: AbortSignal): Promise<DeskProjects> {
  const query = { q: q || undefined, province: province || undefined, limit: 50 }
  return plinth.request<DeskProjects>('GET', PATH, { query, signal })
}

/** The id comes from the page's URL and is untrusted, so it is encoded as one path segment. */
export function readProject(id: string, signal: AbortSignal): Promise<DeskProject> {
  return data(plinth.request<{ data: DeskProject }>('GET', `${PATH}/${encodeURIComponent(id)}`, { signal }))
}

/** Sends the version the user has seen, so a concurrent change is never overwritten. */
export function correctProject(id: number, version: number, body: CorrectionBody): Promise<Corrected> {
  const headers = { 'if-match': `"${version}"` }
  return data(plinth.request<{ data: Corrected }>('POST', `${PATH}/${id}/corrections`, { body, headers }))
}

export function revokeCorrection(id: number, correction: string, reason: string): Promise<Corrected> {
  const path = `${PATH}/${id}/corrections/${encodeURIComponent(correction)}/revoke`
  return data(plinth.request<{ data: Corrected }>('POST', path, { body: { reason } }))
}

export function previewMerge(id: number, into: number, signal: AbortSignal): Promise<MergePreview> {
  const path = `${PATH}/${id}/merge-preview`
  return data(plinth.request<{ data: MergePreview }>('GET', path, { query: { into }, signal }))
}

export function mergeProject(id: number, body: MergeBody): Promise<Merged> {
  return data(plinth.request<{ data: Merged }>('POST', `${PATH}/${id}/merge`, { body }))
}

export function undoMerge(id: string, reason: string): Promise<Merged> {
  return data(
    plinth.request<{ data: Merged }>('POST', `/api/v1/desk/merges/${encodeURIComponent(id)}/undo`, {
      body: { reason },
    }),
  )
}
