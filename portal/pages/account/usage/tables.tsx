// Tables of a month's usage: by key, by day, and by day and endpoint.
import type { Usage as UsageReport } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDate, formatNumber } from '../../../language/format.ts'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { text as shared } from '../parts/text.ts'
import { callerName, measureNames } from './charts.tsx'
import { text } from './text.ts'
import type { Counts, DayRow, KeyUsage } from './usage-numbers.ts'
import { callerId, MEASURES } from './usage-numbers.ts'

function countColumns<Row extends Counts>(): Column<Row>[] {
  return MEASURES.map((measure) => ({
    key: measure,
    title: measureNames[measure],
    number: true,
    cell: (row: Row) => formatNumber(row[measure]),
  }))
}

const DAY = { key: 'day', title: text.dayColumn, cell: ({ day }: { day: string }) => <Day day={day} /> }

function Day({ day }: { day: string }) {
  return <span class="nowrap">{formatDate(day)}</span>
}

export function KeyTable({ usage }: { usage: UsageReport }) {
  const columns: Column<KeyUsage>[] = [
    { key: 'key', title: text.key, cell: (row) => <div class="anywhere">{callerName(row)}</div> },
    ...countColumns<KeyUsage>(),
    {
      key: 'log',
      title: text.log,
      cell: (row) => (
        <a
          href={`/account/logs#key_id=${encodeURIComponent(callerId(row))}`}
          aria-label={fill(text.logOf, { key: callerName(row) })}
        >
          {text.showLog}
        </a>
      ),
    },
  ]
  return (
    <>
      <h2>{text.keyTable}</h2>
      <DataTable label={text.keyTable} rows={usage.by_key} rowKey={callerId} columns={columns} />
    </>
  )
}

/** Of all keys, or of one. */
export function DayTable({ usage, only: key }: { usage: UsageReport; only: KeyUsage | undefined }) {
  const title = key ? fill(text.dayTableOf, { key: callerName(key) }) : text.dayTable
  return (
    <>
      <h2>{title}</h2>
      <DataTable
        label={title}
        rows={(key?.by_day ?? usage.by_day).toReversed()}
        rowKey={({ day }) => day}
        columns={[DAY, ...countColumns<DayRow>()]}
      />
    </>
  )
}

export function EndpointTable({ usage }: { usage: UsageReport }) {
  return (
    <>
      <h2>{text.table}</h2>
      <DataTable
        name="usage"
        file={`usage-${usage.month}`}
        label={text.table}
        rows={usage.days.toReversed()}
        rowKey={({ day, operation }) => `${day} ${operation}`}
        columns={[
          DAY,
          { key: 'operation', title: text.operationColumn, cell: ({ operation }) => <code>{operation}</code> },
          { key: 'requests', title: shared.requests, number: true, cell: ({ requests }) => formatNumber(requests) },
          { key: 'lookups', title: shared.lookups, number: true, cell: ({ lookups }) => formatNumber(lookups) },
        ]}
      />
    </>
  )
}
