// Database tables for links: cases, feedback, decisions and their moves (migrations 0004 and 0012).

import type { Input, Stratum } from '@plinth/matcher/internal/decide/model-shape'
import type { ColumnType, Generated } from 'kysely'
import type { Dataset } from '../events/event-types.ts'

type Time = ColumnType<string, string, string>

export type CaseStatus = 'open' | 'decided' | 'skipped'
export const DECISION_STATES = ['proposed', 'verified', 'revoked', 'superseded'] as const
export type DecisionState = (typeof DECISION_STATES)[number]
export type DecisionKind = 'accept' | 'correct' | 'reject' | 'alias'
export type FeedbackVerdict = 'confirm' | 'correct' | 'reject'

export interface CasesTable {
  id: string
  dataset: Dataset
  address_key: string
  text: string
  city: string | null
  province: string | null
  postal_code: string | null
  outcome: string
  reason: string | null
  confidence: number | null
  doubt: number
  asks: number
  /** Accounts that sent feedback. */
  voices: number
  /** Accounts that corrected or rejected the answer. */
  objections: number
  stratum: Stratum | null
  input: Input | null
  /** How much a decision teaches, from 1 to 3. */
  learning: number
  /** A sure answer that was picked to check the model. */
  is_sample: boolean
  status: CaseStatus
  version: number
  created_at: Time
  updated_at: Time
}

export interface DecisionsTable {
  id: string
  dataset: Dataset
  case_id: string | null
  kind: DecisionKind
  state: DecisionState
  address_key: string
  text: string
  city: string | null
  province: string | null
  project_id: number | null
  building_id: number | null
  actor: string
  note: string | null
  evidence: ColumnType<unknown, string, string>
  supersedes: string | null
  suggested_by: string | null
  decided_at: Time
  revision: number
  /** The reader and model that computed `address_key`. */
  reader_version: ColumnType<string, string | undefined, string>
}

declare module '../db/database-tables.ts' {
  interface Tables {
    links_revision: { only_row: Generated<boolean>; value: number }
    link_cases: CasesTable
    link_feedback: {
      id: string
      case_id: string
      account_id: string
      verdict: FeedbackVerdict
      text: string
      project_id: number | null
      building_id: number | null
      note: string | null
      created_at: Time
    }
    link_decisions: DecisionsTable
    link_moves: {
      decision_id: string
      number: number
      from_state: DecisionState | null
      to_state: DecisionState
      actor: string
      note: string | null
      moved_at: Time
    }
  }
}
