// Usage of one month: by day, by key, by endpoint, against the limit, as tables and as CSV.
import { plinth } from '../../../api/plinth.ts'
import { useHash } from '../../../api/use-hash.ts'
import { Select } from '../../../parts/form.tsx'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { Meter } from '../parts/meter.tsx'
import { text as shared } from '../parts/text.ts'
import { useAccountLoad } from '../parts/use-account.ts'
import { Charts } from './charts.tsx'
import { DayTable, EndpointTable, KeyTable } from './tables.tsx'
import { text } from './text.ts'
import { monthsOf } from './usage-numbers.ts'
import './page.css'

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
            {usage.by_key.length > 0 && <KeyTable usage={usage} />}
            {usage.by_day.length === 0 ? <Empty>{text.empty}</Empty> : <DayTable usage={usage} />}
            {usage.days.length > 0 && <EndpointTable usage={usage} />}
          </>
        )}
      </WhenLoaded>
    </>
  )
}
