// Parses a complete 200 response with a JSON content type. Pure.
import type { ReceivedResponse } from './pinned-request.ts'
import { SendFailure } from './pinned-request.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

export function parseJsonDocument({ status, headers, body, truncated }: ReceivedResponse): unknown {
  if (status !== 200) throw new SendFailure('protocol', `the server responded with ${status}, not 200`)
  if (truncated) throw new SendFailure('too_large', 'the document is larger than 64 KiB')
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new SendFailure('protocol', 'the content type is not JSON')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new SendFailure('protocol', 'the document is not valid JSON')
  }
}
