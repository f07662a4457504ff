// Who did what in the account, by kind, page by page.
import type { AuditEntry, AuditPage } from '../../../../src/contract/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { useHash } from '../../../api/use-hash.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Select } from '../../../parts/form.tsx'
import { formatDateTime, humanize, NO_VALUE } from '../../../parts/format.ts'
import { PagedRows } from '../../../parts/paged-rows.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useSessionExpiry } from '../parts/use-account.ts'
import { text as account } from '../text.ts'
import { text } from './text.ts'

const names: Readonly<Record<string, string>> = text.actions
const actors: Readonly<Record<string, string>> = text.actors

function detailsOf({ details }: AuditEntry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

function Log({ entries, me }: { entries: readonly AuditEntry[]; me: string }) {
  const who = (actor: string) => (actor === me ? text.you : (actors[actor] ?? <code>{actor}</code>))
  return (
    <DataTable
      label={account.tabs.audit}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { key: 'at', title: text.at, cell: ({ at }) => <span class="nowrap">{formatDateTime(at)}</span> },
        { key: 'action', title: text.action, cell: ({ action }) => names[action] ?? humanize(action) },
        { key: 'actor', title: text.actor, cell: ({ actor }) => who(actor) },
        { key: 'target', title: text.target, cell: ({ target }) => (target ? <code>{target}</code> : NO_VALUE) },
        { key: 'details', title: text.details, cell: (entry) => detailsOf(entry) || NO_VALUE },
        { key: 'address', title: text.address, cell: ({ address }) => address ?? NO_VALUE },
      ]}
    />
  )
}

export function Audit({ session }: AccountPageProps) {
  const [hash, changeHash] = useHash()
  const action = hash.get('action') ?? ''
  const wanted = Object.hasOwn(names, action) ? (action as AuditEntry['action']) : undefined
  const log = useCursorPages<AuditEntry, AuditPage>('/api/v1/audit-log', { limit: '50', action: wanted })
  useSessionExpiry(log.error)
  const choices = [
    { value: '', label: text.everything },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ]
  return (
    <>
      <div class="head">
        <p class="lead">{text.lead}</p>
        <Select
          label={text.filter}
          value={wanted ?? ''}
          choices={choices}
          onChange={(value) => changeHash({ action: value })}
        />
      </div>
      <div aria-live="polite" aria-busy={log.loading}>
        <PagedRows pages={log} empty={text.empty}>
          <Log entries={log.rows} me={session.person.id} />
        </PagedRows>
      </div>
    </>
  )
}
