// Runs server jobs that stream their progress, and uploads files.
import { PlinthError } from '@plinth/client'
import { errorFromResponse } from '@plinth/client/internal/errors'
import { readLines } from '@plinth/client/internal/ndjson-lines'
import type { ProblemCode, Upload } from '../../src/http/api-types.ts'
import { fetchWithSession } from './plinth.ts'

interface Line<T> {
  readonly progress?: Progress
  readonly data?: T
  readonly error?: { readonly code: ProblemCode; readonly detail: string }
}

/** Imports report every field; other jobs report some of them. */
export interface Progress {
  readonly phase?: 'downloading' | 'reading' | 'grouping' | 'joining' | 'writing' | 'publishing'
  /** Parts of the phase; `total` is 0 while it is unknown. */
  readonly done?: number
  readonly total?: number
  readonly rows?: number
  readonly rejected?: number
  readonly bytes?: number
  readonly bytes_total?: number
}

async function send(path: string, type: string, body: BodyInit): Promise<Response> {
  const init = { method: 'POST', body, headers: { accept: 'application/json', 'content-type': type } }
  const response = await fetchWithSession(path, init)
  if (!response.ok) throw await errorFromResponse(response)
  return response
}

export async function runWithProgress<T>(
  path: string,
  body: object,
  onProgress: (progress: Progress) => void,
): Promise<T> {
  const response = await send(path, 'application/json', JSON.stringify(body))
  for await (const { progress, data, error } of readLines<Line<T>>(response.body!)) {
    if (error) throw new PlinthError({ status: 200, code: error.code, detail: error.detail })
    if (data !== undefined) return data
    if (progress) onProgress(progress)
  }
  const detail = 'The server closed the connection before the job finished.'
  throw new PlinthError({ status: 200, code: 'unexpected_answer', detail })
}

/** The browser streams the file, so it is never in memory as a whole. */
export async function sendFile<T>(path: string, file: File): Promise<T> {
  const response = await send(path, 'application/octet-stream', file)
  return ((await response.json()) as { data: T }).data
}

export function upload(file: File): Promise<Upload> {
  return sendFile(`/api/v1/operator/uploads?name=${encodeURIComponent(file.name.slice(-200))}`, file)
}
