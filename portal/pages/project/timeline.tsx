// Sales and construction status over time, as a chart and as a list.
import type { HistoryEntry, Project } from '../../../src/http/api-types.ts'
import { fill, labelled } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatDate } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import { text } from './text.ts'

const AXES = [
  ['sales_status', text.sales],
  ['construction_status', text.construction],
] as const

interface Span {
  readonly status: string
  readonly from: number
  readonly to: number
}

function statusSpans(
  history: readonly HistoryEntry[],
  axis: string,
  current: string,
  start: number,
  end: number,
): Span[] {
  const changes = history.filter(({ field }) => field === axis)
  if (changes.length === 0) return [{ status: current, from: start, to: end }]
  return changes.map(({ to, effective_at }, i) => ({
    status: String(to),
    from: Date.parse(effective_at),
    to: i + 1 < changes.length ? Date.parse(changes[i + 1]!.effective_at) : end,
  }))
}

const statusChanges = (history: readonly HistoryEntry[]) =>
  history.filter(({ field }) => AXES.some(([axis]) => axis === field))

export const hasTimeline = (history: readonly HistoryEntry[]): boolean => statusChanges(history).length > 0

/** `history` is sorted, oldest first. */
export function Timeline({ project, history }: { project: Project; history: readonly HistoryEntry[] }) {
  const changes = statusChanges(history)
  const start = Date.parse(changes[0]!.effective_at)
  const end = Math.max(Date.parse(project.data_as_of), Date.parse(changes.at(-1)!.effective_at) + 1)
  return (
    <>
      <div aria-hidden="true">
        {AXES.map(([axis, label]) => (
          <div class="lane" key={axis}>
            <span class="quiet">{label}</span>
            <span class="row line spans">
              {statusSpans(changes, axis, project[axis], start, end).map(({ status, from, to }) => (
                <span
                  key={from}
                  class={`span ${statusTone(status)}`}
                  style={{ flexGrow: Math.max(0.02, (to - from) / (end - start)) }}
                  title={`${wordFor('status', status)}, ${fill(text.since, { when: formatDate(new Date(from).toISOString()) })}`}
                >
                  <span>{wordFor('status', status)}</span>
                </span>
              ))}
            </span>
          </div>
        ))}
      </div>
      <ol class="grid timeline" style={{ '--min': '21rem', '--gap': 'var(--s2) var(--s5)' }}>
        {changes.map(({ field, to, effective_at, is_correction, reason }) => (
          <li key={`${field} ${effective_at}`} class="row line">
            <time class="quiet number" dateTime={effective_at}>
              {formatDate(effective_at)}
            </time>
            <span>
              {labelled(field === 'sales_status' ? text.sales : text.construction, '')}
              <Badge tone={statusTone(String(to))}>{wordFor('status', String(to))}</Badge>
              {is_correction && <span class="quiet"> {text.correction}</span>}
              {reason && <span class="quiet"> {reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
