// Checks of the MCP conformance suite that do not apply to this server, and why.
import { fromCases } from '../support/cases.ts'

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

/** `scenario:*` covers all checks of a scenario. */
type Reasons = readonly (readonly [reason: string, checks: readonly string[]])[]

const BOTH: Reasons = fromCases('long/mcp-not-applicable', 'both')

const ONLY: Readonly<Record<Revision, Reasons>> = fromCases('long/mcp-not-applicable', 'only')

/** The reason of each check that must fail. */
export const NOT_APPLICABLE: Readonly<Record<Revision, ReadonlyMap<string, string>>> = {
  '2025-11-25': reasonsOf('2025-11-25'),
  '2026-07-28': reasonsOf('2026-07-28'),
}

function reasonsOf(revision: Revision): Map<string, string> {
  return new Map([...BOTH, ...ONLY[revision]].flatMap(([reason, checks]) => checks.map((check) => [check, reason])))
}
