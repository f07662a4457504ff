// Builds the curl command for a building link lookup.
import type { BuildingLinkQuery } from '../../src/contract/api-types.ts'

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
