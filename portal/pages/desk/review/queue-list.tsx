// The queue next to the case: most urgent first, filtered by reason and province.
import type { Case } from '../../../../src/http/api-types.ts'
import { text as evidence, formatConfidence } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, humanize } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { InlineSelect } from '../../../parts/inline-select.tsx'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import { Queue } from '../../../review/queue.tsx'
import type { Selection } from '../../../review/use-selection.ts'
import type { Filter } from './review-api.ts'
import type { ReviewState } from './review-state.ts'
import { text } from './text.ts'

/** The reason for having no match, or the outcome. */
function describeReason(value: string): string {
  return (evidence.outcomes as Record<string, string>)[value] ?? humanize(value)
}

const STATUSES = [
  ['open', text.open],
  ['skipped', text.skipped],
] as const

interface CountedSelectProps {
  readonly label: string
  readonly value: string
  readonly counts: Readonly<Record<string, number>>
  readonly describe: (value: string) => string
  readonly onChange: (value: string) => void
}

function CountedSelect({ label, value, counts, describe, onChange }: CountedSelectProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const options = value === '' || value in counts ? counts : { ...counts, [value]: 0 }
  const choices = Object.entries(options).map(
    ([option, count]) => [option, fill(text.choice, { label: describe(option), count: formatNumber(count) })] as const,
  )
  const all = ['', fill(text.all, { count: formatNumber(total) })] as const
  return <InlineSelect look="" label={label} value={value} choices={[all, ...choices]} onChange={onChange} />
}

export function Filters({ state, onChange }: { state: ReviewState; onChange: (filter: Filter) => void }) {
  const { filter, meta } = state
  return (
    <div class="soft queue-filters">
      <InlineSelect
        look=""
        label={text.show}
        value={filter.status}
        choices={STATUSES}
        onChange={(status) => onChange({ status, province: '', reason: '' })}
      />
      <CountedSelect
        label={text.why}
        value={filter.reason}
        counts={meta?.by_reason ?? {}}
        describe={describeReason}
        onChange={(reason) => onChange({ ...filter, reason })}
      />
      <CountedSelect
        label={text.province}
        value={filter.province}
        counts={meta?.by_province ?? {}}
        describe={(code) => (code === '?' ? text.unknownProvince : code)}
        onChange={(province) => onChange({ ...filter, province })}
      />
    </div>
  )
}

/** Why the case is in the queue: objections first, then lookups. A case without either was only confirmed. */
function describeDemand({ objections, voices, asks }: Case): string {
  if (objections > 0) return fill(text.objections, { count: objections })
  return asks > 0 || voices === 0 ? fill(text.requests, { count: asks }) : fill(text.confirmedBy, { count: voices })
}

function Details({ item }: { item: Case }) {
  return (
    <>
      <Badge tone={item.objections > 0 ? 'warn' : 'none'}>{describeReason(item.reason ?? item.outcome)}</Badge>
      {describeDemand(item)}
      {item.priority_reason !== null && <span>{text.priorityReasons[item.priority_reason]}</span>}
      {item.match_confidence !== null && <span>{formatConfidence(item.match_confidence)}</span>}
    </>
  )
}

interface QueueListProps {
  readonly state: ReviewState
  readonly selection: Selection
  readonly onOpen: (id: string) => void
}

export function QueueList({ state, selection, onOpen }: QueueListProps) {
  if (state.error) return <Problem error={state.error} retry={() => void state.loadMore()} />
  if (!state.meta) return <Loading lines={6} />
  if (state.cases.length === 0)
    return <Empty>{state.filter.status === 'open' ? text.noCases : text.noSkippedCases}</Empty>
  return (
    <Queue
      label={text.queue}
      items={state.cases.map((item) => ({ id: item.id, address: item.text, details: <Details item={item} /> }))}
      current={state.caseId}
      onOpen={onOpen}
      selection={selection}
    />
  )
}
