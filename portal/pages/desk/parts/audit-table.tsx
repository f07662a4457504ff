// Rows of the audit log.
import type { AuditEntry } from '../../../../src/contract/api-types.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatDateTime, NO_VALUE } from '../../../parts/format.ts'
import { text } from '../accounts/text.ts'

function sayDetails(details: AuditEntry['details']): string {
  const said = Object.entries(details).map(([name, value]) => `${name}: ${String(value)}`)
  return said.length === 0 ? NO_VALUE : said.join(', ')
}

const line = (words: string | null) => <span class="one-line">{words ?? NO_VALUE}</span>

const COLUMNS: Column<AuditEntry>[] = [
  { key: 'when', title: text.when, cell: ({ at }) => line(formatDateTime(at)) },
  { key: 'action', title: text.action, cell: ({ action }) => <code>{action}</code> },
  { key: 'who', title: text.who, cell: ({ actor, actor_email }) => line(actor_email ?? actor) },
  { key: 'target', title: text.target, cell: ({ target }) => line(target) },
  { key: 'details', title: text.details, cell: ({ details }) => line(sayDetails(details)) },
  {
    key: 'account',
    title: text.account,
    cell: ({ account_id }) =>
      account_id ? <a href={`/desk/accounts/${encodeURIComponent(account_id)}`}>{account_id}</a> : NO_VALUE,
  },
  { key: 'address', title: text.address, cell: ({ address }) => line(address) },
]

export function AuditTable({ rows }: { rows: readonly AuditEntry[] }) {
  return <DataTable label={text.auditList} columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
}
