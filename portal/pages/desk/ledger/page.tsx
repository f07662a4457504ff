// The ledger: every decision about an address, and the proposals that wait for one.
import { useLocation } from 'preact-iso'
import './page.css'
import type { Decision, DecisionPage } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatDateTime } from '../../../parts/format.ts'
import type { DeskPath } from '../page.tsx'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../parts/filter-bar.tsx'
import { Paged, usePages } from '../parts/paged-list.tsx'
import { describeDecision, StateBadge } from '../review/case-context.tsx'
import { OneDecision } from './decision.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { text } from './text.ts'

const STATES = ['proposed', 'verified', 'revoked', 'superseded'] as const
const KINDS = ['accept', 'correct', 'reject', 'alias'] as const

const FIELDS = [
  { name: 'state', label: text.state, choices: optionsFor(STATES) },
  { name: 'kind', label: text.kind, choices: optionsFor(KINDS) },
  { name: 'actor', label: text.person },
  { name: 'project_id', label: text.project },
]
const NAMES = FIELDS.map(({ name }) => name)
const PER_PAGE = 100

function columns(onDone: () => void): Column<Decision>[] {
  return [
    { key: 'what', title: text.what, cell: ({ text: written }) => <span class="one-line">{written}</span> },
    { key: 'decided', title: text.decided, cell: (row) => <span class="one-line">{describeDecision(row)}</span> },
    { key: 'state', title: text.state, cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'who', title: text.who, cell: (row) => <span class="one-line">{row.actor_email ?? row.actor}</span> },
    { key: 'when', title: text.when, cell: (row) => <span class="one-line">{formatDateTime(row.decided_at)}</span> },
    {
      key: 'acts',
      title: '',
      cell: (row) =>
        row.state === 'proposed' && (
          // A click on a button of the row is no click on the row.
          // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events to itself
          <div onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
            <DecisionActions of={row} onDone={onDone} />
          </div>
        ),
    },
  ]
}

function List() {
  const { route } = useLocation()
  const [values, setValues] = useFilters()
  const query = activeFilters(values, NAMES)
  const pages = usePages<Decision>(JSON.stringify(query), async (from) => {
    const page = Number(from ?? 1)
    const { data, meta } = await plinth.request<DecisionPage>('GET', '/api/v1/desk/decisions', {
      query: { ...query, page, per_page: PER_PAGE },
    })
    return { rows: data, next: meta.has_more ? String(page + 1) : null }
  })
  const proposals = { ...values, state: 'proposed', kind: 'alias' }
  return (
    <>
      <p class="lead">{text.lead}</p>
      <FilterBar
        key={`${values.state} ${values.kind}`}
        label={text.filters}
        fields={FIELDS}
        values={values}
        onChange={setValues}
      />
      <p>
        <button type="button" class="second small" onClick={() => setValues(proposals)}>
          {text.proposals}
        </button>
      </p>
      <Paged of={pages} empty={text.empty}>
        {(rows) => (
          <DataTable
            label={text.list}
            columns={columns(pages.reload)}
            rows={rows}
            rowKey={({ id }) => id}
            rowHeight={49}
            onOpen={({ id }) => route(`/desk/ledger/${id}`)}
          />
        )}
      </Paged>
    </>
  )
}

export function Ledger({ id }: DeskPath) {
  return id ? <OneDecision key={id} id={id} /> : <List />
}
