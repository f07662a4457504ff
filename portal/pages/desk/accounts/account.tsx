// One account as operators see it: plan and standing, usage, keys by prefix, members with their roles, the last acts.
import { useMemo } from 'preact/hooks'
import './page.css'
import type { ApiKey, OperatorAccountDetail, Person } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatDate, formatDateTime, formatNumber, humanize, NO_VALUE } from '../../../parts/format.ts'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { Plot } from '../../../parts/plot.tsx'
import { AuditTable } from '../parts/audit-table.tsx'
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

function standingOf({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at) return `${text.revoked} ${formatDate(revoked_at)}`
  if (expires_at && Date.parse(expires_at) <= Date.now()) return `${text.expired} ${formatDate(expires_at)}`
  return text.inForce
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return <Empty>{text.noKeys}</Empty>
  return (
    <section class="scroll" tabIndex={0} aria-label={text.keys}>
      <table>
        <thead>
          <tr>
            {[text.prefix, text.name, text.mode, text.lastUsed, text.standing].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <code>
                  {key.prefix}…{key.last4}
                </code>
              </td>
              <td>{key.name ?? NO_VALUE}</td>
              <td>{humanize(key.mode)}</td>
              <td>{formatDateTime(key.last_used_at)}</td>
              <td>{standingOf(key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Members({ members, onDone }: { members: readonly Person[]; onDone: () => void }) {
  if (members.length === 0) return <Empty>{text.noMembers}</Empty>
  return (
    <ul class="members">
      {members.map((person) => (
        <li key={person.id}>
          <span>
            <strong>{person.email ?? person.id}</strong>{' '}
            {!person.email_verified_at && <Badge tone="warn">{text.unproved}</Badge>}
            {person.status === 'suspended' && <Badge tone="bad">{humanize(person.status)}</Badge>}
          </span>
          <PersonActions of={person} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

export function OneAccount({ id }: { id: string }) {
  const loaded = useLoad(id, (signal) =>
    plinth.request<{ data: OperatorAccountDetail }>('GET', `/api/v1/operator/accounts/${encodeURIComponent(id)}`, {
      signal,
    }),
  )
  return (
    <>
      <p>
        <a href="/desk/accounts">← {text.back}</a>
      </p>
      <WhenLoaded result={loaded} lines={8}>
        {({ data }) => {
          const { live, test } = data.used_this_month
          const say = (used: typeof live) => text.usageOf(formatNumber(used.lookups), formatNumber(used.requests))
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
                <AccountActions key={`${data.plan} ${data.status}`} of={data} onDone={loaded.reload} />
              </div>
              <h2>{text.usage}</h2>
              <dl>
                <dt>{text.live}</dt>
                <dd>{say(live)}</dd>
                <dt>{text.test}</dt>
                <dd>{say(test)}</dd>
              </dl>
              <UsagePlot days={data.days} />
              <h2>{text.members}</h2>
              <Members members={data.members} onDone={loaded.reload} />
              <h2>{text.keys}</h2>
              <Keys keys={data.keys} />
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
