// Builds curl commands: a lookup, and the first request with a key.
import type { BuildingLinkQuery } from '../../src/http/api-types.ts'

/** A visitor's command runs as it is; other commands read the key from the environment. */
export function curlCommand(query: BuildingLinkQuery, origin: string, visitor: boolean): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const credential = visitor ? "'Authorization: Visitor'" : '"Authorization: Bearer $PLINTH_API_KEY"'
  return [
    `curl -s ${quote(`${origin}/api/v1/building-links`)}`,
    `-H ${credential}`,
    "-H 'Content-Type: application/json'",
    `-d ${quote(JSON.stringify(query))}`,
  ].join(' \\\n  ')
}

/** Holds the whole key or none: a part of it would fail. Without an address it asks about the dataset. */
export function firstRequest(key: string | null, address: string | null, canLookUp: boolean): string {
  const lookup = `/api/v1/building-links?address=${encodeURIComponent(address ?? '').replaceAll("'", '%27')}`
  const path = address === null ? '/api/v1/dataset' : canLookUp ? lookup : '/api/v1/projects?limit=3'
  const assignment = key === null ? '' : `export PLINTH_API_KEY='${key}'\n`
  return `${assignment}curl -s '${location.origin}${path}' \\
  -H "Authorization: Bearer $PLINTH_API_KEY"`
}
