// The queue beside the case: the most pressing first, narrowed by why and where.

import { useEffect, useRef } from 'preact/hooks'
import type { Case } from '../../../../src/contract/api-types.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatConfidence, text as words } from '../../../parts/evidence-text.ts'
import { formatNumber, humanize } from '../../../parts/format.ts'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import type { Filter } from './review-api.ts'
import type { ReviewState } from './review-state.ts'
import { text } from './text.ts'

/** A reason, or an outcome where there is an answer. */
function sayWhy(word: string): string {
  return (words.outcomes as Record<string, string>)[word] ?? humanize(word)
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly counts: Readonly<Record<string, number>>
  readonly say: (word: string) => string
  readonly onChange: (value: string) => void
}

function Choice({ label, value, counts, say, onChange }: ChoiceProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const known = value === '' || value in counts ? counts : { ...counts, [value]: 0 }
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{text.all(formatNumber(all))}</option>
        {Object.entries(known).map(([word, count]) => (
          <option key={word} value={word}>
            {text.choice(say(word), formatNumber(count))}
          </option>
        ))}
      </select>
    </label>
  )
}

export function Filters({ work, onChange }: { work: ReviewState; onChange: (filter: Filter) => void }) {
  const { filter, meta } = work
  return (
    <div class="filters">
      <label>
        {text.showing}
        <select
          value={filter.status}
          onChange={(event) =>
            onChange({ status: event.currentTarget.value as Filter['status'], province: '', reason: '' })
          }
        >
          <option value="open">{text.open}</option>
          <option value="skipped">{text.skipped}</option>
        </select>
      </label>
      <Choice
        label={text.reason}
        value={filter.reason}
        counts={meta?.by_reason ?? {}}
        say={sayWhy}
        onChange={(reason) => onChange({ ...filter, reason })}
      />
      <Choice
        label={text.province}
        value={filter.province}
        counts={meta?.by_province ?? {}}
        say={(code) => (code === '?' ? text.unread : code)}
        onChange={(province) => onChange({ ...filter, province })}
      />
    </div>
  )
}

function Item({ item, here, onOpen }: { item: Case; here: boolean; onOpen: (id: string) => void }) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!here || !row.current) return
    // Within the list alone: the page stays where it is.
    const list = row.current.parentElement!
    const { offsetTop, offsetHeight } = row.current
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop + offsetHeight - list.clientHeight
  }, [here])
  return (
    <li ref={row}>
      <button type="button" aria-current={here ? 'true' : undefined} onClick={() => onOpen(item.id)}>
        <span class="words">{item.text}</span>
        <span class="facts">
          <Badge tone={item.voices > 0 ? 'warn' : 'none'}>{sayWhy(item.reason ?? item.outcome)}</Badge>
          {item.voices > 0 ? text.voices(formatNumber(item.voices)) : text.asked(formatNumber(item.asks))}
          {item.match_confidence !== null && <span>{formatConfidence(item.match_confidence)}</span>}
        </span>
      </button>
    </li>
  )
}

export function QueueList({ work, onOpen }: { work: ReviewState; onOpen: (id: string) => void }) {
  if (work.error) return <Problem error={work.error} retry={() => void work.more()} />
  if (!work.meta) return <Loading lines={6} />
  if (work.cases.length === 0)
    return <Empty>{work.filter.status === 'open' ? text.nothing : text.nothingSkipped}</Empty>
  return (
    <ol class="queue" aria-label={text.queue}>
      {work.cases.map((item) => (
        <Item key={item.id} item={item} here={item.id === work.at} onOpen={onOpen} />
      ))}
    </ol>
  )
}
