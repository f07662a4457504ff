// The operators' view of accounts: found by e-mail address, id or the shown part of a key.
import { useLocation } from 'preact-iso'
import type { OperatorAccount, OperatorAccountPage } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatDate, formatNumber, humanize } from '../../../parts/format.ts'
import type { DeskPath } from '../page.tsx'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../parts/filter-bar.tsx'
import { Paged, usePages } from '../parts/paged-list.tsx'
import { OneAccount } from './account.tsx'
import { PLANS } from './account-actions.tsx'
import { text } from './text.ts'

const FIELDS = [
  { name: 'q', label: text.search },
  { name: 'plan', label: text.plan, choices: optionsFor(PLANS) },
  { name: 'status', label: text.status, choices: optionsFor(['active', 'suspended']) },
]
const NAMES = FIELDS.map(({ name }) => name)

const COLUMNS: Column<OperatorAccount>[] = [
  { key: 'email', title: text.email, cell: ({ email }) => email ?? <span class="quiet">{text.noEmail}</span> },
  { key: 'plan', title: text.plan, cell: ({ plan }) => <Badge tone="stone">{humanize(plan)}</Badge> },
  {
    key: 'status',
    title: text.status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'bad'}>{humanize(status)}</Badge>,
  },
  {
    key: 'lookups',
    title: text.lookups,
    number: true,
    cell: ({ used_this_month: { live } }) => formatNumber(live.lookups),
  },
  {
    key: 'requests',
    title: text.requests,
    number: true,
    cell: ({ used_this_month: { live } }) => formatNumber(live.requests),
  },
  { key: 'since', title: text.since, cell: ({ created_at }) => formatDate(created_at) },
  { key: 'id', title: text.id, cell: ({ id }) => <code>{id}</code> },
]

function List() {
  const { route } = useLocation()
  const [values, setValues] = useFilters()
  const query = activeFilters(values, NAMES)
  const pages = usePages<OperatorAccount>(JSON.stringify(query), async (cursor) => {
    const { data, meta } = await plinth.request<OperatorAccountPage>('GET', '/api/v1/operator/accounts', {
      query: { ...query, limit: 100, cursor },
    })
    return { rows: data, next: meta.next_cursor }
  })
  return (
    <>
      <p class="lead">{text.lead}</p>
      <FilterBar label={text.filters} fields={FIELDS} values={values} onChange={setValues} />
      <Paged of={pages} empty={text.empty}>
        {(rows) => (
          <DataTable
            label={text.list}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => route(`/desk/accounts/${id}`)}
          />
        )}
      </Paged>
    </>
  )
}

export function Accounts({ id }: DeskPath) {
  return id ? <OneAccount key={id} id={id} /> : <List />
}
