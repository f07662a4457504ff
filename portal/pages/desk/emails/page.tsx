// Emails for operators: the queue, and the outcome of those that were sent.
import type { Email, EmailPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatDateTime, formatNumber, humanize } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../../../parts/filter-bar.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { text } from './text.ts'

const KINDS: Email['kind'][] = ['verify', 'reset', 'invitation', 'plan_request', 'account_deleted', 'notice']
const TONES = { queued: 'stone', sent: 'good', skipped: 'stone', failed: 'bad' } as const

const FIELDS = [
  { name: 'state', label: text.state, choices: optionsFor(Object.keys(TONES)) },
  { name: 'kind', label: text.kind, choices: optionsFor(KINDS) },
  { name: 'account_id', label: text.account },
]
const NAMES = FIELDS.map(({ name }) => name)

const COLUMNS: Column<Email>[] = [
  { key: 'created_at', title: text.created, cell: ({ created_at }) => formatDateTime(created_at) },
  { key: 'kind', title: text.kind, cell: ({ kind }) => humanize(kind) },
  { key: 'cause', title: text.about, cell: ({ cause }) => cause && <code>{cause}</code> },
  { key: 'address', title: text.address, cell: ({ address }) => address },
  { key: 'state', title: text.state, cell: ({ state }) => <Badge tone={TONES[state]}>{humanize(state)}</Badge> },
  {
    key: 'attempts',
    title: text.attempts,
    number: true,
    cell: ({ attempts }) => formatNumber(attempts),
    value: ({ attempts }) => attempts,
  },
  { key: 'last_error', title: text.error, cell: ({ last_error }) => last_error },
  {
    key: 'next_attempt_at',
    title: text.next,
    cell: ({ state, next_attempt_at }) => state === 'queued' && formatDateTime(next_attempt_at),
  },
  { key: 'finished_at', title: text.finished, cell: ({ finished_at }) => finished_at && formatDateTime(finished_at) },
]

export function Emails() {
  const [values, setValues] = useFilters()
  const query = { ...activeFilters(values, NAMES), limit: '100' }
  const emails = useCursorPages<Email, EmailPage>('/api/v1/operator/emails', query)
  return (
    <>
      <p class="lead">{text.lead}</p>
      <FilterBar label={text.filters} fields={FIELDS} values={values} onChange={setValues} />
      <PagedTable
        name="emails"
        pages={emails}
        empty={text.empty}
        label={text.list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
      />
    </>
  )
}
