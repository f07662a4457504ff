// Each row of a table as a query.
import type { BatchQuery } from '../../../src/http/api-types.ts'
import type { ColumnChoice } from '../../csv/columns.ts'
import { FIELDS } from '../../csv/columns.ts'
import { fieldsOf, withoutTime } from '../../csv/table.ts'
import type { QueryFields } from './query-fields.ts'
import { EMPTY_QUERY, fieldsToQuery } from './query-fields.ts'

export function rowToFields(row: readonly string[], choice: ColumnChoice): QueryFields {
  const fields = fieldsOf(row, choice, FIELDS)
  return { ...EMPTY_QUERY, ...fields, listed_on: withoutTime(fields.listed_on) }
}

/** Sends an empty address too, so that the row gets its own error and results stay in order. */
export function rowToQuery(row: readonly string[], choice: ColumnChoice, query_id: number): BatchQuery {
  const fields = rowToFields(row, choice)
  return { ...fieldsToQuery(fields), address: fields.address, query_id }
}
