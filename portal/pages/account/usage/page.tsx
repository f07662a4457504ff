// Usage of one month: by day, by endpoint, against the limit, as a table and as CSV.
import { useMemo } from 'preact/hooks'
import type { Usage as UsageReport } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useHash } from '../../../api/use-hash.ts'
import { Choice } from '../../../parts/choice.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Select } from '../../../parts/form.tsx'
import { formatDate, formatNumber } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { Series } from '../../../parts/plot.tsx'
import { Plot } from '../../../parts/plot.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { Meter } from '../parts/meter.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { text } from './text.ts'
import type { Measure } from './usage-numbers.ts'
import { byDay, byOperation, daysOf, monthsOf, noonOf, runningSum, toCsv } from './usage-numbers.ts'
import './page.css'

const MEASURES = ['requests', 'lookups'] as const
const VIEWS = ['day', 'operation', 'total'] as const
const LIMITS = { requests: 'requests_per_month', lookups: 'lookups_per_month' } as const

interface ChartProps {
  readonly usage: UsageReport
  readonly measure: Measure
}

function OverTime({ usage, measure, view }: ChartProps & { view: 'day' | 'total' }) {
  const { times, series } = useMemo(() => {
    const days = daysOf(usage.month, new Date().toISOString())
    const counts = byDay(usage.days, days, measure)
    const limit = usage.limits[LIMITS[measure]]
    const lines: Series[] =
      view === 'day'
        ? [{ label: shared[measure], values: counts, colour: '--stone', kind: 'bars' }]
        : [
            { label: shared[measure], values: runningSum(counts), colour: '--stone', kind: 'steps' },
            { label: text.limit, values: days.map(() => limit), colour: '--bad', dashed: true },
          ]
    return { times: days.map(noonOf), series: lines }
  }, [usage, measure, view])
  const title = view === 'day' ? text.dayTitle : text.totalTitle
  return <Plot label={title(shared[measure])} times={times} series={series} format={formatNumber} height={260} />
}

function ByOperation({ usage, measure }: ChartProps) {
  const rows = byOperation(usage.days, measure)
  const most = rows[0]?.count ?? 1
  if (rows.length === 0) return <Empty>{text.empty}</Empty>
  return (
    <ul class="bars" aria-label={text.operationTitle(shared[measure])}>
      {rows.map(({ operation, count }) => (
        <li key={operation} class="bar-row">
          <code>{operation}</code>
          <span class="bar">
            <span style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span class="number">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}

function download({ month, days }: UsageReport): void {
  const url = URL.createObjectURL(new Blob([toCsv(days)], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `plinth-usage-${month}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}

function UsageTable({ usage }: { usage: UsageReport }) {
  return (
    <>
      <div class="head">
        <h2>{text.table}</h2>
        <button type="button" class="second small" onClick={() => download(usage)}>
          {text.download}
        </button>
      </div>
      <DataTable
        label={text.table}
        rows={usage.days.toReversed()}
        rowKey={({ day, operation }) => `${day} ${operation}`}
        columns={[
          { key: 'day', title: text.dayColumn, cell: ({ day }) => <span class="nowrap">{formatDate(day)}</span> },
          { key: 'operation', title: text.operationColumn, cell: ({ operation }) => <code>{operation}</code> },
          { key: 'requests', title: shared.requests, number: true, cell: ({ requests }) => formatNumber(requests) },
          { key: 'lookups', title: shared.lookups, number: true, cell: ({ lookups }) => formatNumber(lookups) },
        ]}
      />
    </>
  )
}

function Charts({ usage }: { usage: UsageReport }) {
  const [hash, changeHash] = useHash()
  const measure = MEASURES.find((each) => each === hash.get('counted')) ?? 'requests'
  const view = VIEWS.find((each) => each === hash.get('shown')) ?? 'day'
  return (
    <section class="card">
      <div class="row switches">
        <Choice
          label={text.measure}
          value={measure}
          onChange={(value) => changeHash({ counted: value === 'requests' ? null : value })}
          options={MEASURES.map((value) => ({ value, label: shared[value] }))}
        />
        <Choice
          label={text.view}
          value={view}
          onChange={(value) => changeHash({ shown: value === 'day' ? null : value })}
          options={VIEWS.map((value) => ({ value, label: text[value] }))}
        />
      </div>
      {view === 'operation' ? (
        <ByOperation usage={usage} measure={measure} />
      ) : (
        <OverTime usage={usage} measure={measure} view={view} />
      )}
    </section>
  )
}

interface MonthPickerProps {
  readonly since: string
  readonly value: string
  readonly onChange: (month: string) => void
}

function MonthPicker({ since, value, onChange }: MonthPickerProps) {
  const months = monthsOf(since, new Date().toISOString())
  // A link can name a month before the account existed.
  const all = value === '' || months.includes(value) ? months : [...months, value]
  const choices = all.map((month) => ({ value: month, label: month }))
  return <Select label={text.month} value={value || months[0]!} choices={choices} onChange={onChange} />
}

export function Usage({ session }: AccountPageProps) {
  const [hash, changeHash] = useHash()
  const month = hash.get('month') ?? ''
  const loaded = useAccountLoad(`usage ${month}`, (signal) => plinth.usage({ signal, ...(month ? { month } : {}) }))
  const mode = session.account.plan === 'sandbox' ? text.test : text.live
  return (
    <>
      <MonthPicker
        since={session.account.created_at}
        value={month}
        onChange={(value) => changeHash({ month: value })}
      />
      <WhenLoaded result={loaded} lines={8}>
        {(usage) => (
          <>
            <div class="head">
              <p class="lead">{text.lead(usage.month, mode)}</p>
              <button type="button" class="second small" disabled={loaded.loading} onClick={loaded.reload}>
                {shared.refresh}
              </button>
            </div>
            <div class="meters">
              <Meter label={shared.requests} used={usage.used.requests} limit={usage.limits.requests_per_month} />
              <Meter label={shared.lookups} used={usage.used.lookups} limit={usage.limits.lookups_per_month} />
            </div>
            <Charts usage={usage} />
            {usage.days.length === 0 ? <Empty>{text.empty}</Empty> : <UsageTable usage={usage} />}
          </>
        )}
      </WhenLoaded>
    </>
  )
}
