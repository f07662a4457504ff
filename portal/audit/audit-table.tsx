// Entries of the audit log, as account members or operators see them.
import type { AuditEntry } from '../../src/http/api-types.ts'
import { labelled } from '../language/choose-language.ts'
import { wordFor } from '../language/enum-words.ts'
import { formatDateTime, humanize, NO_VALUE } from '../language/format.ts'
import type { Column } from '../tables/data-table.tsx'
import { DataTable } from '../tables/data-table.tsx'
import { text } from './audit-text.ts'

const actions: Readonly<Record<string, string>> = text.actions
const actors: Readonly<Record<string, string>> = text.actors

const detailNames: Readonly<Record<string, string>> = text.detailNames
const detailValues: Readonly<Record<string, string>> = text.detailValues

function describeValue(name: string, value: unknown): string {
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value)) && value.includes('T')) return formatDateTime(value)
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  if (['plan', 'from', 'to'].includes(name)) return wordFor('plan', written)
  return detailValues[written] ?? written
}

function describeDetails({ details }: AuditEntry): string {
  return Object.entries(details)
    .map(([name, value]) => labelled(detailNames[name] ?? humanize(name), describeValue(name, value)))
    .join(', ')
}

const line = (value: string | null) => <span class="one-line">{value || NO_VALUE}</span>

const AT: Column<AuditEntry> = { key: 'at', title: text.at, cell: ({ at }) => line(formatDateTime(at)) }
const DETAILS: readonly Column<AuditEntry>[] = [
  { key: 'target', title: text.target, cell: ({ target }) => line(target) },
  { key: 'details', title: text.details, cell: (entry) => line(describeDetails(entry)) },
]
const ADDRESS: Column<AuditEntry> = { key: 'address', title: text.address, cell: ({ address }) => line(address) }

const memberColumns = (me: string): readonly Column<AuditEntry>[] => [
  AT,
  { key: 'action', title: text.action, cell: ({ action }) => actions[action] ?? humanize(action) },
  {
    key: 'actor',
    title: text.actor,
    cell: ({ actor }) => (actor === me ? text.you : (actors[actor] ?? <code>{actor}</code>)),
  },
  ...DETAILS,
  ADDRESS,
]

/** Operators filter by action codes and see the entries of every account. */
const OPERATOR_COLUMNS: readonly Column<AuditEntry>[] = [
  AT,
  { key: 'action', title: text.action, cell: ({ action }) => <code>{action}</code> },
  { key: 'actor', title: text.actor, cell: ({ actor, actor_email }) => line(actor_email ?? actor) },
  ...DETAILS,
  {
    key: 'account',
    title: text.account,
    cell: ({ account_id }) =>
      account_id ? <a href={`/desk/accounts/${encodeURIComponent(account_id)}`}>{account_id}</a> : NO_VALUE,
  },
  ADDRESS,
]

interface AuditTableProps {
  readonly rows: readonly AuditEntry[]
  /** Id of the signed-in member. Leave out for the operators' view. */
  readonly me?: string
}

export function AuditTable({ rows, me }: AuditTableProps) {
  const columns = me === undefined ? OPERATOR_COLUMNS : memberColumns(me)
  return <DataTable name="audit" label={text.label} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
