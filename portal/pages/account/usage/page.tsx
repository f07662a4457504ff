// Usage of one month: by day, by key, by endpoint, against the limit, as tables and as CSV.
import type { Usage as UsageReport } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { ChangeHash } from '../../../api/use-hash.ts'
import { useHash } from '../../../api/use-hash.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { Button } from '../../../parts/button.tsx'
import { Select } from '../../../parts/form.tsx'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { Meter } from '../parts/meter.tsx'
import { text as shared } from '../parts/text.ts'
import { Charts } from './charts.tsx'
import { DayTable, EndpointTable, KeyTable } from './tables.tsx'
import { text } from './text.ts'
import { callerId, monthsOf } from './usage-numbers.ts'
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

interface ReportProps {
  readonly usage: UsageReport
  readonly hash: URLSearchParams
  readonly changeHash: ChangeHash
}

function Report({ usage, hash, changeHash }: ReportProps) {
  const only = usage.by_key.find((each) => callerId(each) === hash.get('key'))
  return (
    <>
      <Charts usage={usage} only={only} hash={hash} changeHash={changeHash} />
      {usage.by_key.length > 0 && <KeyTable usage={usage} />}
      {usage.by_day.length === 0 ? <Empty>{text.empty}</Empty> : <DayTable usage={usage} only={only} />}
      {usage.days.length > 0 && <EndpointTable usage={usage} />}
    </>
  )
}

export function Usage({ session }: AccountPageProps) {
  const [hash, changeHash] = useHash()
  const month = hash.get('month') ?? ''
  const loaded = useLoad(`usage ${month}`, (signal) => plinth.usage({ signal, ...(month ? { month } : {}) }))
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
            <div class="row between head">
              <p class="lead">{fill(text.lead, { month: usage.month, mode })}</p>
              <Button look="second small" label={shared.refresh} disabled={loaded.loading} onClick={loaded.reload} />
            </div>
            <div class="beside" style={{ '--gap': '0 var(--s6)' }}>
              <Meter label={shared.requests} used={usage.used.requests} limit={usage.limits.requests_per_month} />
              <Meter label={shared.lookups} used={usage.used.lookups} limit={usage.limits.lookups_per_month} />
            </div>
            <Report usage={usage} hash={hash} changeHash={changeHash} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}
