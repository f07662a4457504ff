// What the account used this month, or in one before: by day, by endpoint, against the limit; the same as a table and as a file.
import { useId, useMemo } from 'preact/hooks'
import type { Usage as UsageNumbers } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useHash } from '../../../api/use-hash.ts'
import { Choice } from '../../../parts/choice.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatDate, formatNumber } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { Series } from '../../../parts/plot.tsx'
import { Plot } from '../../../parts/plot.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { Meter } from '../parts/meter.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { text } from '../text.ts'
import type { Measure } from './usage-numbers.ts'
import { byDay, byOperation, daysOf, monthsOf, noonOf, runningSum, toCsv } from './usage-numbers.ts'

const words = text.usage
const MEASURES = ['requests', 'lookups'] as const
const VIEWS = ['day', 'operation', 'total'] as const
const LIMITS = { requests: 'requests_per_month', lookups: 'lookups_per_month' } as const

interface PictureProps {
  readonly usage: UsageNumbers
  readonly measure: Measure
}

function OverTime({ usage, measure, view }: PictureProps & { view: 'day' | 'total' }) {
  const { times, series } = useMemo(() => {
    const days = daysOf(usage.month, new Date().toISOString())
    const counts = byDay(usage.days, days, measure)
    const limit = usage.limits[LIMITS[measure]]
    const shown: Series[] =
      view === 'day'
        ? [{ label: words[measure], values: counts, colour: '--stone', kind: 'bars' }]
        : [
            { label: words[measure], values: runningSum(counts), colour: '--stone', kind: 'steps' },
            { label: words.limit, values: days.map(() => limit), colour: '--bad', dashed: true },
          ]
    return { times: days.map(noonOf), series: shown }
  }, [usage, measure, view])
  const title = view === 'day' ? words.dayTitle : words.totalTitle
  return <Plot label={title(words[measure])} times={times} series={series} format={formatNumber} height={260} />
}

function ByOperation({ usage, measure }: PictureProps) {
  const rows = byOperation(usage.days, measure)
  const most = rows[0]?.count ?? 1
  if (rows.length === 0) return <Empty>{words.empty}</Empty>
  return (
    <ul class="bars" aria-label={words.operationTitle(words[measure])}>
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

function download({ month, days }: UsageNumbers): void {
  const url = URL.createObjectURL(new Blob([toCsv(days)], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `plinth-usage-${month}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}

function Numbers({ usage }: { usage: UsageNumbers }) {
  return (
    <>
      <div class="head">
        <h2>{words.table}</h2>
        <button type="button" class="second small" onClick={() => download(usage)}>
          {words.download}
        </button>
      </div>
      <DataTable
        label={words.table}
        rows={usage.days.toReversed()}
        rowKey={({ day, operation }) => `${day} ${operation}`}
        columns={[
          { key: 'day', title: words.dayColumn, cell: ({ day }) => <span class="nowrap">{formatDate(day)}</span> },
          { key: 'operation', title: words.operationColumn, cell: ({ operation }) => <code>{operation}</code> },
          { key: 'requests', title: words.requests, number: true, cell: ({ requests }) => formatNumber(requests) },
          { key: 'lookups', title: words.lookups, number: true, cell: ({ lookups }) => formatNumber(lookups) },
        ]}
      />
    </>
  )
}

function Charts({ usage }: { usage: UsageNumbers }) {
  const [hash, changeHash] = useHash()
  const counted = MEASURES.find((each) => each === hash.get('counted')) ?? 'requests'
  const shown = VIEWS.find((each) => each === hash.get('shown')) ?? 'day'
  return (
    <section class="card">
      <div class="row switches">
        <Choice
          label={words.measure}
          value={counted}
          onChange={(measure) => changeHash({ counted: measure === 'requests' ? null : measure })}
          options={MEASURES.map((value) => ({ value, label: words[value] }))}
        />
        <Choice
          label={words.view}
          value={shown}
          onChange={(view) => changeHash({ shown: view === 'day' ? null : view })}
          options={VIEWS.map((value) => ({ value, label: words[value] }))}
        />
      </div>
      {shown === 'operation' ? (
        <ByOperation usage={usage} measure={counted} />
      ) : (
        <OverTime usage={usage} measure={counted} view={shown} />
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
  const id = useId()
  const months = monthsOf(since, new Date().toISOString())
  // A link may name a month from before the account.
  const shown = value === '' || months.includes(value) ? months : [...months, value]
  return (
    <div class="field">
      <label for={id}>{words.month}</label>
      <select id={id} value={value || months[0]} onChange={(event) => onChange(event.currentTarget.value)}>
        {shown.map((month) => (
          <option key={month} value={month}>
            {month}
          </option>
        ))}
      </select>
    </div>
  )
}

export function Usage({ session }: AccountPageProps) {
  const [hash, changeHash] = useHash()
  const month = hash.get('month') ?? ''
  const loaded = useAccountLoad(`usage ${month}`, (signal) => plinth.usage({ signal, ...(month ? { month } : {}) }))
  const mode = session.account.plan === 'sandbox' ? words.test : words.live
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
              <p class="lead">{words.lead(usage.month, mode)}</p>
              <button type="button" class="second small" disabled={loaded.loading} onClick={loaded.reload}>
                {words.reload}
              </button>
            </div>
            <div class="meters">
              <Meter label={words.requests} used={usage.used.requests} limit={usage.limits.requests_per_month} />
              <Meter label={words.lookups} used={usage.used.lookups} limit={usage.limits.lookups_per_month} />
            </div>
            <Charts usage={usage} />
            {usage.days.length === 0 ? <Empty>{words.empty}</Empty> : <Numbers usage={usage} />}
          </>
        )}
      </WhenLoaded>
    </>
  )
}
