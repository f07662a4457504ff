// Types of the corrections and merges tables (migration 0010).
import type { ColumnType } from 'kysely'
import type { Json, Timestamp } from '../../db/database-tables.ts'

type End = ColumnType<string | null, string | Date | null, string | Date | null>

export const CORRECTION_STATES = ['in_force', 'superseded', 'revoked', 'lapsed', 'rolled_back'] as const
export type CorrectionState = (typeof CORRECTION_STATES)[number]
export type MergeState = 'in_force' | 'undone' | 'rolled_back'

/** Records who ended a row, when, why, and in which version. */
interface Ending {
  ended_at: End
  ended_by: string | null
  end_reason: string | null
  ended_version: number | null
}

export interface CorrectionsTable extends Ending {
  id: string
  dataset: string
  project_id: number
  field: string
  value: Json
  source_value: Json
  reason: string | null
  actor: string
  made_at: Timestamp
  version: number
  state: CorrectionState
}

export interface MergesTable extends Ending {
  id: string
  dataset: string
  from_id: number
  into_id: number
  from_address: string
  additions: Json
  identities: Json
  into_rows: Json
  decisions: Json
  reason: string
  actor: string
  made_at: Timestamp
  version: number
  state: MergeState
}

declare module '../../db/database-tables.ts' {
  interface Tables {
    corrections: CorrectionsTable
    merges: MergesTable
  }
}
