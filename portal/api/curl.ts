// A question about an address as a command for a terminal.
import type { BuildingLinkQuery } from '../../src/contract/wire-types.ts'

/** The same request for a terminal; a visitor's needs nothing filled in. */
export function curlOf(query: BuildingLinkQuery, origin: string, visitor: boolean): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const credential = visitor ? "'Authorization: Visitor'" : '"Authorization: Bearer $PLINTH_API_KEY"'
  return [
    `curl -s ${quoted(`${origin}/api/v1/building-links`)}`,
    `-H ${credential}`,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(query))}`,
  ].join(' \\\n  ')
}
