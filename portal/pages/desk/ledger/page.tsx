// The ledger: every decision about an address, and open alias proposals.
import { useLocation } from 'preact-iso'
import type { Decision, DecisionPage as DecisionRows } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { activeFilters, FilterBar, optionsFor, useFilters } from '../../../parts/filter-bar.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PagedTable } from '../../../tables/paged-rows.tsx'
import { usePageSize } from '../../../tables/use-stored.ts'
import { describeDecision, StateBadge } from '../parts/decision-summary.tsx'
import type { DeskPath } from '../parts/desk-path.ts'
import { DecisionPage } from './decision.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { text } from './text.ts'

const FIELDS = [
  { name: 'state', label: text.state, choices: optionsFor(['proposed', 'verified', 'revoked', 'superseded']) },
  { name: 'kind', label: text.kind, choices: optionsFor(['accept', 'correct', 'reject', 'alias']) },
  { name: 'actor', label: text.person },
  { name: 'project_id', label: text.project },
]
const NAMES = FIELDS.map(({ name }) => name)

const line = (value: string) => <span class="one-line">{value}</span>

function columns(onDone: () => void): Column<Decision>[] {
  return [
    { key: 'text', title: text.address, cell: (row) => line(row.text) },
    { key: 'decision', title: text.decision, cell: (row) => line(describeDecision(row)), value: describeDecision },
    { key: 'state', title: text.state, cell: (decision) => <StateBadge decision={decision} /> },
    {
      key: 'actor',
      title: text.decidedBy,
      cell: (row) => line(row.actor_email ?? row.actor),
      value: (row) => row.actor_email ?? row.actor,
    },
    { key: 'decided_at', title: text.time, cell: (row) => line(formatDateTime(row.decided_at)) },
    {
      key: 'actions',
      title: '',
      cell: (row) =>
        row.state === 'proposed' && (
          // Clicking a button in the row must not open the row.
          // biome-ignore lint/a11y/noStaticElementInteractions: it only stops events
          <div onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
            <DecisionActions decision={row} onDone={onDone} />
          </div>
        ),
    },
  ]
}

function DecisionList() {
  const { route } = useLocation()
  const [values, setValues] = useFilters()
  const pageSize = usePageSize('decisions', 100)
  const query = { ...activeFilters(values, NAMES), per_page: String(pageSize.size) }
  const decisions = useCursorPages<Decision, DecisionRows>('/api/v1/desk/decisions', query)
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
        <Button
          look="second small"
          label={text.proposals}
          onClick={() => setValues({ ...values, state: 'proposed', kind: 'alias' })}
        />
      </p>
      <PagedTable
        name="decisions"
        pages={decisions}
        pageSize={pageSize}
        empty={text.empty}
        label={text.list}
        columns={columns(decisions.reload)}
        rowKey={({ id }) => id}
        rowHeight={49}
        onOpen={({ id }) => route(`/desk/ledger/${id}`)}
      />
    </>
  )
}

export function Ledger({ id }: DeskPath) {
  return id ? <DecisionPage key={id} id={id} /> : <DecisionList />
}
