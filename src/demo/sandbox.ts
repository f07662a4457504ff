// The sandbox: exactly fifteen hand-written projects, ids 1 to 15, one for each thing a developer must handle.
import type { ProjectRow } from '../ingest/row.ts'
import { EASTERN_SANDBOX } from './sandbox/eastern.ts'
import { HOWE } from './sandbox/every-field.ts'
import { ONTARIO_SANDBOX } from './sandbox/ontario.ts'
import { TORONTO_SANDBOX } from './sandbox/toronto.ts'
import { WESTERN_SANDBOX } from './sandbox/western.ts'

/**
 * 1 every field · 2 corner lot · 3 French, renamed street · 4 and 5 quadrants · 6 on hold · 7 range · 8 before launch · 9 bilingual ·
 * 10 and 11 same number and street in two cities · 12 townhouse row · 13 of the 1960s · 14 towers, marketing address · 15 nearly nothing known
 */
export const SANDBOX_PROJECTS: readonly ProjectRow[] = [
  HOWE,
  ...WESTERN_SANDBOX,
  ...ONTARIO_SANDBOX,
  ...TORONTO_SANDBOX,
  ...EASTERN_SANDBOX,
].sort((a, b) => (a.id ?? 0) - (b.id ?? 0))

/** An address that a person confirmed, for trying out `match_method: "verified"`: no source has it. */
export const SANDBOX_VERIFIED = { line: '6 Old Wharf Lane', city: 'Toronto', province: 'ON', projectId: 7 } as const
