// ETag and If-Match for resources with a version number.
import { Fault } from '../../kernel/fault.ts'
import { say, term } from '../../kernel/phrase.ts'

export const versionEtag = (version: number): string => `"${version}"`

/** `"3"` → 3. Undefined without the header. */
export function parseIfMatch(ifMatch: string | undefined, resource: string): number | undefined {
  if (ifMatch === undefined) return undefined
  const version = /^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  if (version === undefined)
    throw new Fault('precondition_failed', { detail: say`If-Match must be the ETag of ${term(resource)}.` })
  return Number(version)
}
