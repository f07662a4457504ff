// Rows that imports joined without a person: why, and a way to take them apart.
import type { AutomaticJoin, AutomaticJoinPage, RowPairBody } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import type { FilterField, FilterValues } from '../../../parts/filter-bar.tsx'
import { activeFilters, FilterBar } from '../../../parts/filter-bar.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { Field } from '../../../parts/form.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { ReasonButton } from '../parts/reason-button.tsx'
import { text } from './text.ts'

const { automatic } = text
const FILTERS = ['source', 'rule', 'project_id']

const decide = (body: RowPairBody) => plinth.request('POST', '/api/v1/desk/joins', { body })

const withReason = (reason: string) => (reason === '' ? {} : { reason })
const nameOf = ({ source, key }: AutomaticJoin['row']) => `${source} ${key}`

interface AutomaticJoinsProps {
  readonly values: FilterValues
  readonly states: FilterField
  readonly onFilter: (values: FilterValues) => void
}

export function AutomaticJoins({ values, states, onFilter }: AutomaticJoinsProps) {
  const query = { ...activeFilters(values, FILTERS), per_page: '100' }
  const pages = useCursorPages<AutomaticJoin, AutomaticJoinPage>('/api/v1/desk/automatic-joins', query)
  const counts = Object.entries(pages.first?.meta.by_source ?? {})
  const sources = counts.map(
    ([name, count]) => [name, fill(text.sourceCount, { source: name, count: formatNumber(count) })] as const,
  )
  const fields: readonly FilterField[] = [
    states,
    { name: 'source', label: text.source, choices: [['', text.anySource], ...sources] },
    { name: 'rule', label: automatic.reason, choices: [['', automatic.anyReason], ...Object.entries(automatic.rules)] },
    { name: 'project_id', label: automatic.project },
  ]
  return (
    <div class="joins">
      <p class="lead">{automatic.lead}</p>
      <FilterBar
        key={JSON.stringify(counts)}
        label={text.filters}
        fields={fields}
        values={values}
        onChange={onFilter}
      />
      <div class="stack">
        <div class="row">
          <RowsButton decision="join" onDone={pages.reload} />
          <RowsButton decision="apart" onDone={pages.reload} />
        </div>
        <PagedTable
          pages={pages}
          empty={automatic.none}
          label={automatic.list}
          columns={columnsOf(pages.reload)}
          rowKey={({ row }) => nameOf(row)}
          rowHeight={64}
        />
      </div>
    </div>
  )
}

const columnsOf = (onDone: () => void): Column<AutomaticJoin>[] => [
  { key: 'row', title: automatic.row, cell: ({ row }) => <Row row={row} /> },
  { key: 'anchor', title: automatic.anchor, cell: ({ anchor }) => <Row row={anchor} /> },
  {
    key: 'project',
    title: automatic.project,
    cell: ({ project_id }) => <a href={`/desk/projects/${project_id}`}>{project_id}</a>,
  },
  {
    key: 'reason',
    title: automatic.reason,
    cell: ({ rule, value }) => (
      <>
        {automatic.rules[rule]}
        <br />
        <span class="quiet">{value}</span>
      </>
    ),
  },
  {
    key: 'distance',
    title: automatic.distance,
    cell: ({ distance_m }) => (distance_m === null ? NO_VALUE : `${formatNumber(distance_m)} m`),
  },
  { key: 'time', title: automatic.time, cell: ({ joined_at }) => formatDateTime(joined_at) },
  {
    key: 'actions',
    title: '',
    cell: ({ row, anchor }) => (
      <ReasonButton
        label={automatic.takeApart}
        name={fill(automatic.takeApartName, { row: nameOf(row) })}
        title={automatic.takeApartTitle}
        lead={automatic.takeApartLead}
        submit={automatic.takeApart}
        optional
        run={(reason) => {
          const [one, other] = [row, anchor].map(({ source, key }) => ({ source, key }))
          return decide({ row: one!, other: other!, decision: 'apart', ...withReason(reason) })
        }}
        onDone={onDone}
      />
    ),
  },
]

function Row({ row }: { readonly row: AutomaticJoin['row'] }) {
  return (
    <>
      {row.address ?? text.gone}
      <br />
      <span class="quiet">{nameOf(row)}</span>
    </>
  )
}

/** Decides about any two rows: to join them, or to keep them apart whatever imports say. */
function RowsButton({ decision, onDone }: { readonly decision: RowPairBody['decision']; readonly onDone: () => void }) {
  const { label, lead } = automatic.pair[decision]
  const send = ({ source = '', key = '', otherSource = '', otherKey = '', reason = '' }: FormValues) =>
    decide({
      row: { source, key },
      other: { source: otherSource, key: otherKey },
      decision,
      ...withReason(reason.trim()),
    })
  return (
    <ConfirmButton label={label} title={label} submit={label} run={send} onDone={onDone}>
      <p>{lead}</p>
      <Field name="source" label={automatic.pair.source} maxLength={60} required />
      <Field name="key" label={automatic.pair.key} maxLength={200} required />
      <Field name="otherSource" label={automatic.pair.otherSource} maxLength={60} required />
      <Field name="otherKey" label={automatic.pair.otherKey} maxLength={200} required />
      <Field name="reason" label={text.note} lines={2} maxLength={2000} />
    </ConfirmButton>
  )
}
