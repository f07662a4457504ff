// Accounts for operators: search by email, ID or key prefix.
import { useLocation } from 'preact-iso'
import type { OperatorAccount, OperatorAccountPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatDate, formatNumber, humanize } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../../../parts/filter-bar.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import type { DeskPath } from '../parts/desk-path.ts'
import { AccountDetail } from './account.tsx'
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
    value: ({ used_this_month: { live } }) => live.lookups,
  },
  {
    key: 'requests',
    title: text.requests,
    number: true,
    cell: ({ used_this_month: { live } }) => formatNumber(live.requests),
    value: ({ used_this_month: { live } }) => live.requests,
  },
  { key: 'created_at', title: text.since, cell: ({ created_at }) => formatDate(created_at) },
  { key: 'id', title: text.id, cell: ({ id }) => <code>{id}</code> },
]

function AccountList() {
  const { route } = useLocation()
  const [values, setValues] = useFilters()
  const query = { ...activeFilters(values, NAMES), limit: '100' }
  const accounts = useCursorPages<OperatorAccount, OperatorAccountPage>('/api/v1/operator/accounts', query)
  return (
    <>
      <p class="lead">{text.lead}</p>
      <FilterBar label={text.filters} fields={FIELDS} values={values} onChange={setValues} />
      <PagedTable
        name="accounts"
        pages={accounts}
        empty={text.empty}
        label={text.list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => route(`/desk/accounts/${id}`)}
      />
    </>
  )
}

export function Accounts({ id }: DeskPath) {
  return id ? <AccountDetail key={id} id={id} /> : <AccountList />
}
