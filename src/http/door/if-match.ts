// Versions as validators: the ETag of a thing that people change, and what If-Match says about it.
import { Fault } from '../../kernel/fault.ts'

export const versionEtag = (version: number): string => `"${version}"`

/** `"3"` → 3: the version that the caller has seen; undefined without the header. */
export function parseIfMatch(ifMatch: string | undefined, what: string): number | undefined {
  if (ifMatch === undefined) return undefined
  const version = /^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  if (version === undefined) throw new Fault('precondition_failed', { detail: `If-Match must be the ETag of ${what}.` })
  return Number(version)
}
