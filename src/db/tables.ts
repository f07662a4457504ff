// The tables of migrations/ as types: every room adds its tables here, in the order of the migrations.
import type { ColumnType } from 'kysely'

/** timestamptz: read as ISO 8601 in UTC, written as that or as a Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>

export interface LeasesTable {
  name: string
  holder: string
  expires_at: Timestamp
}

export interface InstanceTable {
  key: string
  value: string
}

export interface Tables {
  leases: LeasesTable
  instance: InstanceTable
}
