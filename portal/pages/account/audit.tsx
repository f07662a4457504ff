// Who did what in the account, by kind, page by page.
import type { AuditEntry } from '../../../src/contract/types.ts'
import { useFragment } from '../../api/fragment.ts'
import { plinth } from '../../api/plinth.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Empty, Problem, Shown } from '../../parts/notice.tsx'
import { text } from '../../text/audit.ts'
import { NOTHING, sayMoment, sayWord } from '../../text/format.ts'
import { text as frame } from '../../text/frame.ts'
import { usePages } from './calls.ts'
import { Select } from './form.tsx'
import type { Own } from './session.ts'

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
      label={frame.account}
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

export function Audit({ session }: Own) {
  const [action, setAction] = useFragment('action')
  const wanted = Object.hasOwn(names, action) ? (action as AuditEntry['action']) : undefined
  const pages = usePages(`audit ${wanted}`, (cursor, signal) =>
    plinth.auditLog.list(
      { limit: 50, ...(wanted && { action: wanted }), ...(cursor && { cursor }) },
      { ...(signal && { signal }) },
    ),
  )
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
      <div aria-live="polite" aria-busy={pages.loading}>
        <Shown of={pages} lines={10}>
          {(entries) =>
            entries.length === 0 ? <Empty>{text.empty}</Empty> : <Log entries={entries} me={session.person.id} />
          }
        </Shown>
      </div>
      {pages.act.error && <Problem error={pages.act.error} />}
      {pages.more && (
        <p class="after">
          <button type="button" class="second" disabled={pages.act.busy} onClick={pages.more}>
            {frame.more}
          </button>
        </p>
      )}
    </>
  )
}
