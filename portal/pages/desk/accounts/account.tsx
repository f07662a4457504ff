// One account as operators see it: plan, status, usage, members, keys and recent actions.
import { useMemo } from 'preact/hooks'
import type { ApiKey, OperatorAccountDetail, Person } from '../../../../src/http/api-types.ts'
import { useRecord } from '../../../api/use-load.ts'
import { AuditTable } from '../../../audit/audit-table.tsx'
import { fill } from '../../../language/choose-language.ts'
import { formatDate, formatDateTime, formatNumber, humanize, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { keyStatus } from '../../../parts/key-status.ts'
import { BackLink, Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { Details } from '../../../parts/records.tsx'
import { Plot } from '../../../plots/plot.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { AccountActions, PersonActions } from './account-actions.tsx'
import { text } from './text.ts'

type Days = OperatorAccountDetail['days']

function UsagePlot({ days }: { days: Days }) {
  const { times, series } = useMemo(() => {
    const dates = [...new Set(days.map(({ day }) => day))].sort()
    const sum = (mode: string, date: string) =>
      days.filter((row) => row.mode === mode && row.day === date).reduce((all, { requests }) => all + requests, 0)
    const bars = (mode: 'live' | 'test', colour: string) => ({
      label: text[mode],
      values: dates.map((date) => sum(mode, date)),
      colour,
      kind: 'bars' as const,
    })
    return {
      times: dates.map((date) => Date.parse(date) / 1000),
      series: [bars('live', '--stone'), bars('test', '--info')],
    }
  }, [days])
  if (times.length === 0) return <Empty>{text.noUsage}</Empty>
  return (
    <Plot label={text.plotLabel} times={times} series={series} format={(value) => formatNumber(value)} height={180} />
  )
}

function describeStatus(key: ApiKey): string {
  const status = keyStatus(key)
  if (status === 'revoked') return fill(text.revoked, { day: formatDate(key.revoked_at) })
  return status === 'expired' ? fill(text.expired, { day: formatDate(key.expires_at) }) : text.active
}

const KEY_COLUMNS: readonly Column<ApiKey>[] = [
  {
    key: 'key',
    title: text.key,
    cell: ({ prefix, last4 }) => (
      <code>
        {prefix}…{last4}
      </code>
    ),
  },
  { key: 'name', title: text.name, cell: ({ name }) => name ?? NO_VALUE },
  { key: 'mode', title: text.mode, cell: ({ mode }) => humanize(mode) },
  { key: 'used', title: text.lastUsed, cell: (key) => formatDateTime(key.last_used_at) },
  { key: 'status', title: text.status, cell: describeStatus },
]

function Members({ members, onDone }: { members: readonly Person[]; onDone: () => void }) {
  if (members.length === 0) return <Empty>{text.noMembers}</Empty>
  return (
    <ul class="entries">
      {members.map((person) => (
        <li key={person.id} class="row between">
          <span>
            <strong>{person.email ?? person.id}</strong>{' '}
            {!person.email_verified_at && <Badge tone="warn">{text.unverified}</Badge>}
            {person.status === 'suspended' && <Badge tone="bad">{humanize(person.status)}</Badge>}
          </span>
          <PersonActions person={person} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

export function AccountDetail({ id }: { id: string }) {
  const loaded = useRecord<OperatorAccountDetail>(`/api/v1/operator/accounts/${encodeURIComponent(id)}`)
  return (
    <>
      <BackLink href="/desk/accounts" label={text.back} />
      <WhenLoaded result={loaded} lines={8}>
        {(data) => {
          const { live, test } = data.used_this_month
          const describe = (used: typeof live) =>
            fill(text.usageCounts, { lookups: formatNumber(used.lookups), requests: formatNumber(used.requests) })
          return (
            <>
              <div class="card stack">
                <h2>{data.email ?? text.noEmail}</h2>
                <p class="row">
                  <Badge tone="stone">{humanize(data.plan)}</Badge>
                  <Badge tone={data.status === 'active' ? 'good' : 'bad'}>{humanize(data.status)}</Badge>
                  <span class="quiet">
                    <code>{data.id}</code> · {text.since} {formatDate(data.created_at)}
                  </span>
                </p>
                <AccountActions key={`${data.plan} ${data.status}`} account={data} onDone={loaded.reload} />
              </div>
              <h2>{text.usage}</h2>
              <Details
                rows={[
                  [text.live, describe(live)],
                  [text.test, describe(test)],
                ]}
              />
              <UsagePlot days={data.days} />
              <h2>{text.members}</h2>
              <Members members={data.members} onDone={loaded.reload} />
              <h2>{text.keys}</h2>
              {data.keys.length === 0 ? (
                <Empty>{text.noKeys}</Empty>
              ) : (
                <DataTable label={text.keys} columns={KEY_COLUMNS} rows={data.keys} rowKey={({ id: key }) => key} />
              )}
              <h2>{text.audit}</h2>
              <AuditTable rows={data.audit} />
              <p>
                <a href={`/desk/audit#account_id=${encodeURIComponent(data.id)}`}>{text.allAudit}</a>
              </p>
            </>
          )
        }}
      </WhenLoaded>
    </>
  )
}
