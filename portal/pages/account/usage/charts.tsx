// Charts of a month's usage: by day, by endpoint and against the limit, of all keys or of one.
import { useMemo } from 'preact/hooks'
import type { Usage as UsageReport } from '../../../../src/http/api-types.ts'
import type { ChangeHash } from '../../../api/use-hash.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Choice } from '../../../parts/choice.tsx'
import { Select } from '../../../parts/form.tsx'
import { Empty } from '../../../parts/notice.tsx'
import type { Series } from '../../../plots/plot.tsx'
import { Plot } from '../../../plots/plot.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'
import type { Billed, DayRow, KeyUsage, Measure } from './usage-numbers.ts'
import { byDay, byOperation, callerId, daysOf, isBilled, MEASURES, noonOf, runningSum } from './usage-numbers.ts'

const VIEWS = ['day', 'operation', 'total'] as const
type View = (typeof VIEWS)[number]
const LIMITS = { requests: 'requests_per_month', lookups: 'lookups_per_month' } as const

export const measureNames: Readonly<Record<Measure, string>> = {
  requests: shared.requests,
  lookups: shared.lookups,
  errors: text.errors,
  rate_limited: text.rateLimited,
}

export function callerName({ key, application }: Pick<KeyUsage, 'key' | 'application'>): string {
  if (key) return `${key.name} (${key.prefix}…${key.last4})`
  if (application?.id === 'feeds') return text.feeds
  return application ? (application.name ?? application.id) : text.deletedKey
}

interface OverTimeProps {
  readonly usage: UsageReport
  readonly rows: readonly DayRow[]
  readonly measure: Measure
  readonly view: 'day' | 'total'
  readonly showLimit: boolean
}

function OverTime({ usage, rows, measure, view, showLimit }: OverTimeProps) {
  const { times, series } = useMemo(() => {
    const days = daysOf(usage.month, new Date().toISOString())
    const counts = byDay(rows, days, measure)
    const colour = isBilled(measure) ? '--stone' : '--bad'
    const lines: Series[] =
      view === 'day'
        ? [{ label: measureNames[measure], values: counts, colour, kind: 'bars' }]
        : [{ label: measureNames[measure], values: runningSum(counts), colour, kind: 'steps' }]
    if (view === 'total' && showLimit && isBilled(measure)) {
      const limit = usage.limits[LIMITS[measure]]
      lines.push({ label: text.limit, values: days.map(() => limit), colour: '--bad', dashed: true })
    }
    return { times: days.map(noonOf), series: lines }
  }, [usage, rows, measure, view, showLimit])
  const title = fill(view === 'day' ? text.dayTitle : text.totalTitle, { measure: measureNames[measure] })
  return <Plot label={title} times={times} series={series} format={formatNumber} height={260} />
}

function ByOperation({ usage, measure }: { usage: UsageReport; measure: Billed }) {
  const rows = byOperation(usage.days, measure)
  const most = rows[0]?.count ?? 1
  if (rows.length === 0) return <Empty>{text.empty}</Empty>
  return (
    <ul class="bars" aria-label={fill(text.operationTitle, { measure: shared[measure] })}>
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

/** Endpoints are counted for the whole account, and only for requests that are billed. */
function viewsFor(measure: Measure, key: KeyUsage | undefined): readonly View[] {
  return isBilled(measure) && !key ? VIEWS : VIEWS.filter((view) => view !== 'operation')
}

interface ChartsProps {
  readonly usage: UsageReport
  /** All keys if undefined. */
  readonly only: KeyUsage | undefined
  readonly hash: URLSearchParams
  readonly changeHash: ChangeHash
}

export function Charts({ usage, only: key, hash, changeHash }: ChartsProps) {
  const measure = MEASURES.find((each) => each === hash.get('counted')) ?? 'requests'
  const views = viewsFor(measure, key)
  const view = views.find((each) => each === hash.get('shown')) ?? 'day'
  const keyChoices = usage.by_key.map((each) => ({ value: callerId(each), label: callerName(each) }))
  return (
    <section class="card">
      <div class="row">
        <Choice
          label={text.measure}
          value={measure}
          onChange={(value) => changeHash({ counted: value === 'requests' ? null : value })}
          options={MEASURES.map((value) => ({ value, label: measureNames[value] }))}
        />
        <Choice
          label={text.view}
          value={view}
          onChange={(value) => changeHash({ shown: value === 'day' ? null : value })}
          options={views.map((value) => ({ value, label: text[value] }))}
        />
        {keyChoices.length > 0 && (
          <Select
            label={text.key}
            value={key ? callerId(key) : ''}
            choices={[{ value: '', label: text.allKeys }, ...keyChoices]}
            onChange={(value) => changeHash({ key: value })}
          />
        )}
      </div>
      {view === 'operation' && isBilled(measure) ? (
        <ByOperation usage={usage} measure={measure} />
      ) : (
        <OverTime
          usage={usage}
          rows={key?.by_day ?? usage.by_day}
          measure={measure}
          view={view === 'total' ? 'total' : 'day'}
          showLimit={!key}
        />
      )}
    </section>
  )
}
