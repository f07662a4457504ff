// The runs of a feed that changed something or failed, newest first.
import type { FeedRun, FeedRunPage } from '../../../../src/http/api-types.ts'
import { useCursorPages } from '../../../api/use-cursor-pages.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { PlainTable } from '../../../tables/data-table.tsx'
import { PagedRows } from '../../../tables/paged-rows.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

const words = text.runs
const PAGE = '50'

type RunOutcome = keyof typeof words.outcomes

const TONES: Readonly<Record<RunOutcome, Tone>> = {
  running: 'info',
  done: 'good',
  failed: 'bad',
  held: 'warn',
  interrupted: 'none',
}

export function Rejected({ rows }: { rows: FeedRun['rejected'] }) {
  return (
    <ul>
      {rows.map(({ key, line, reason }, index) => (
        <li key={index}>
          <code>{key ?? (line === null ? NO_VALUE : fill(words.line, { line: formatNumber(line) }))}</code> {reason}
        </li>
      ))}
    </ul>
  )
}

function RunDetails({ run: { problem, outcome, counts, rejected } }: { run: FeedRun }) {
  return (
    <>
      {problem?.detail}
      {!problem && outcome === 'interrupted' && words.interrupted}
      {counts.rejected > 0 && (
        <details>
          <summary>{fill(words.rejectedRows, { count: counts.rejected })}</summary>
          {rejected.length < counts.rejected && (
            <p class="quiet">{fill(words.firstRows, { count: formatNumber(rejected.length) })}</p>
          )}
          <Rejected rows={rejected} />
        </details>
      )}
    </>
  )
}

const numberColumn = (key: 'read' | 'created' | 'updated' | 'gone'): Column<FeedRun> => ({
  key,
  title: words[key],
  number: true,
  cell: ({ counts }) => formatNumber(counts[key]),
})

const COLUMNS: readonly Column<FeedRun>[] = [
  {
    key: 'started',
    title: words.started,
    cell: ({ started_at: at }) => <span class="nowrap">{formatDateTime(at)}</span>,
  },
  {
    key: 'outcome',
    title: words.outcome,
    cell: ({ outcome }) => <Badge tone={TONES[outcome ?? 'running']}>{words.outcomes[outcome ?? 'running']}</Badge>,
  },
  numberColumn('read'),
  numberColumn('created'),
  numberColumn('updated'),
  numberColumn('gone'),
  { key: 'detail', title: words.detail, cell: (run) => <RunDetails run={run} /> },
]

interface RunsProps {
  readonly feedId: string
  /** Changes when a run may have finished. */
  readonly version: number
  readonly onRefresh: () => void
}

export function Runs({ feedId, version, onRefresh }: RunsProps) {
  const pages = useCursorPages<FeedRun, FeedRunPage>(
    `/api/v1/feeds/${encodeURIComponent(feedId)}/runs`,
    { limit: PAGE },
    version,
  )
  return (
    <section class="feed-runs">
      <div class="row between head">
        <h2>{words.title}</h2>
        <Button look="second small" label={shared.refresh} onClick={onRefresh} />
      </div>
      <p class="quiet">{words.lead}</p>
      <PagedRows pages={pages} empty={words.empty}>
        <PlainTable label={words.title} columns={COLUMNS} rows={pages.rows} />
      </PagedRows>
    </section>
  )
}
