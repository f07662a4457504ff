// Who did what in the account, by kind, page by page.
import type { AuditEntry, AuditPage } from '../../../../src/contract/wire-types.ts'
import { useFragment } from '../../../api/fragment.ts'
import { useMore } from '../../../api/use-more.ts'
import { text } from '../../../parts/audit-text.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Select } from '../../../parts/form.tsx'
import { NOTHING, sayMoment, sayWord } from '../../../parts/format.ts'
import { MoreRows } from '../../../parts/more-rows.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { useSessionExpiry } from '../parts/use-account.ts'
import { text as account } from '../text.ts'

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
        { key: 'at', title: text.at, cell: ({ at }) => <span class="nowrap">{sayMoment(at)}</span> },
        { key: 'action', title: text.action, cell: ({ action }) => names[action] ?? sayWord(action) },
        { key: 'actor', title: text.actor, cell: ({ actor }) => who(actor) },
        { key: 'target', title: text.target, cell: ({ target }) => (target ? <code>{target}</code> : NOTHING) },
        { key: 'details', title: text.details, cell: (entry) => detailsOf(entry) || NOTHING },
        { key: 'address', title: text.address, cell: ({ address }) => address ?? NOTHING },
      ]}
    />
  )
}

export function Audit({ session }: AccountPageProps) {
  const [action, setAction] = useFragment('action')
  const wanted = Object.hasOwn(names, action) ? (action as AuditEntry['action']) : undefined
  const log = useMore<AuditEntry, AuditPage>('/api/v1/audit-log', { limit: '50', action: wanted })
  useSessionExpiry(log.error)
  const choices = [
    { value: '', label: text.everything },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ]
  return (
    <>
      <div class="head">
        <p class="lead">{text.lead}</p>
        <Select label={text.filter} value={wanted ?? ''} choices={choices} onChange={setAction} />
      </div>
      <div aria-live="polite" aria-busy={log.loading}>
        <MoreRows of={log} empty={text.empty}>
          <Log entries={log.rows} me={session.person.id} />
        </MoreRows>
      </div>
    </>
  )
}
