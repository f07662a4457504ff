// Types of the tables in migrations/; each folder adds its own.
import type { ColumnType, Generated } from 'kysely'

/** timestamptz: read as ISO 8601 in UTC, written as text or Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>

/** json: read as its value, written as text. */
export type Json = ColumnType<unknown, string | null, string | null>

/** Null unless written. */
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>
type OptionalTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

interface LeasesTable {
  name: string
  holder: string
  expires_at: Timestamp
}

interface InstanceTable {
  key: string
  value: string
}

export interface CountersTable {
  name: string
  value: number
}

export interface DatasetVersionsTable {
  dataset: string
  number: number
  version: string
  published_at: Timestamp
  source: string
  kind: string
  note: string | null
  counts: Json
  actor: string | null
}

export interface RecordsTable {
  dataset: string
  kind: string
  id: number
  project_id: number
  since: number
  until: number | null
  body: Json
  removed_at: OptionalTimestamp
}

export interface IdentitiesTable {
  dataset: string
  source: string
  key: string
  project_id: number | null
  present: boolean
  row_hash: string
  children: Json
  offers: Json
  row: OptionalJson
  facts: OptionalJson
  join_keys: readonly number[] | null
  street_keys: readonly number[] | null
  is_anchor: Generated<boolean>
  observed_at: OptionalTimestamp
  since: Generated<number>
  join_rule: Generated<string | null>
  join_value: Generated<string | null>
  join_distance_m: Generated<number | null>
  joined_at: OptionalTimestamp
  own_project_id: ColumnType<number | null, number | null | undefined, number | null>
}

export interface MovedDecisionsTable {
  dataset: string
  project_id: number
  replaced: Json
}

export interface JoinPendingTable {
  dataset: string
  join_key: number
}

export interface ProjectNamesTable {
  dataset: string
  project_id: number
  slug: string
  address_key: string | null
}

export interface DevelopersTable {
  dataset: string
  id: number
  name: string
  name_key: string
}

export interface HistoryTable {
  dataset: string
  project_id: number
  kind: string
  record_id: number
  field: string
  from_value: Json
  to_value: Json
  effective_at: Timestamp
  version: number
  is_correction: boolean
  reason: string | null
  until: Generated<number | null>
}

export interface EventsTable {
  sequence: number
  id: string
  dataset: string
  account_id: string | null
  type: string
  resource_type: string
  resource_id: string
  project_id: number | null
  changed_fields: Json
  body: Json
  occurred_at: Timestamp
}

export interface AuditLogTable {
  id: string
  at: Timestamp
  actor: string
  account_id: string | null
  action: string
  target: string | null
  details: Json
  request_id: string | null
  address: string | null
}

export interface ImportRunsTable {
  id: string
  source: string
  file_name: string
  format: string | null
  started_at: Timestamp
  finished_at: ColumnType<string | null, string | Date | null, string | Date | null>
  outcome: string | null
  version: string | null
  counts: Json
  rejected: Json
  gates: Json
  actor: string
  sha256: string | null
  asked: Json
  changes: Json
  quality: Json
  approves: string | null
}

export interface ImportChangesTable {
  run_id: string
  position: number
  change: string
  project_id: number | null
  name: string
  address: string
  body: Json
}

export interface SourcesTable {
  name: string
  kind: string
  location: string | null
  format: string | null
  map: Json
  enabled: boolean
  last_run: string | null
  title: Generated<string | null>
  publisher: Generated<string | null>
  licence: Generated<string | null>
  licence_url: Generated<string | null>
  attribution: Generated<string | null>
  share_alike: Generated<boolean>
  share_alike_allowed_at: OptionalTimestamp
  trust: Generated<number>
  creates_projects: Generated<boolean>
  checked_at: OptionalTimestamp
  problem: Generated<string | null>
  imported_hash: Generated<string | null>
}

export interface JoinCasesTable {
  id: string
  dataset: string
  source: string
  key: string
  other_source: string
  other_key: string
  confidence: number
  distance_m: number | null
  reason: string
  opened_at: Timestamp
  state: string
  decided_at: Timestamp | null
  decided_by: string | null
  decision_reason: string | null
}

interface StreetListsTable {
  source: string
  province: string
  place: string
  streets: number
  digest: string
  list: string
}

export interface Tables {
  leases: LeasesTable
  instance: InstanceTable
  counters: CountersTable
  dataset_versions: DatasetVersionsTable
  records: RecordsTable
  identities: IdentitiesTable
  project_names: ProjectNamesTable
  developers: DevelopersTable
  history: HistoryTable
  events: EventsTable
  audit_log: AuditLogTable
  import_runs: ImportRunsTable
  import_changes: ImportChangesTable
  sources: SourcesTable
  join_cases: JoinCasesTable
  join_pending: JoinPendingTable
  moved_decisions: MovedDecisionsTable
  street_lists: StreetListsTable
}
