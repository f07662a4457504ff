// Sources: how fresh each of them is, when they are read next; and below, the versions of the data.
import { useState } from 'preact/hooks'
import type { Freshness } from '../../../../src/contract/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { useLoad } from '../../../api/use-load.ts'
import { Badge } from '../../../parts/badge.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { Empty, Problem, WhenLoaded } from '../../../parts/notice.tsx'
import { text } from '../imports/text.ts'
import type { DeskPath } from '../page.tsx'
import '../imports/page.css'
import { formatAge, ImportOutcome } from '../parts/import-outcome.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { Versions } from './versions.tsx'

type Row = Freshness['data'][number]

/** Read daily and not seen for longer than this, a source is late. */
const LATE_SECONDS = 2 * 86_400

function Age({ row: { age_seconds, fresh_at, refreshed } }: { row: Row }) {
  const late =
    age_seconds !== null && age_seconds > LATE_SECONDS && (refreshed === 'daily' || refreshed === 'generated')
  const said = <span title={formatDateTime(fresh_at)}>{formatAge(age_seconds)}</span>
  return late ? <Badge tone="warn">{said}</Badge> : said
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'source', title: text.source, cell: (row) => <strong>{row.source}</strong> },
  { key: 'projects', title: text.projects, number: true, cell: (row) => formatNumber(row.projects) },
  { key: 'age', title: text.age, cell: (row) => <Age row={row} /> },
  {
    key: 'last',
    title: text.lastRun,
    cell: ({ last_run: run }) =>
      run ? (
        <a href={`/desk/imports/${run.id}`}>
          <ImportOutcome run={{ outcome: run.outcome, approved_by: null }} />
        </a>
      ) : (
        NO_VALUE
      ),
  },
  { key: 'refreshed', title: text.refreshed, cell: (row) => text.refreshedWords[row.refreshed] },
  {
    key: 'refresh',
    title: text.lastRefreshColumn,
    cell: (row) =>
      row.last_refresh ? <ImportOutcome run={{ outcome: row.last_refresh, approved_by: null }} /> : NO_VALUE,
  },
]

export function Sources(_: DeskPath) {
  const [round, setRound] = useState(0)
  const known = useLoad(`freshness ${round}`, (signal) =>
    plinth.request<Freshness>('GET', '/api/v1/operator/freshness', { signal }),
  )
  return (
    <>
      <p class="lead">{text.sourcesLead}</p>
      <WhenLoaded result={known} lines={5}>
        {({ data, meta }) => (
          <>
            {data.length === 0 ? (
              <Empty>{text.noSources}</Empty>
            ) : (
              <DataTable label={text.freshness} columns={COLUMNS} rows={data} rowKey={(row) => row.source} />
            )}
            <Refresh meta={meta} onDone={() => setRound(round + 1)} />
          </>
        )}
      </WhenLoaded>
      <Versions round={round} onChange={() => setRound(round + 1)} />
    </>
  )
}

function Refresh({ meta, onDone }: { meta: Freshness['meta']; onDone: () => void }) {
  const [state, setState] = useState<'idle' | 'working' | 'elsewhere'>('idle')
  const [error, setError] = useState<Error | null>(null)
  const refresh = async () => {
    setState('working')
    setError(null)
    try {
      const run = await runWithProgress<object | null>('/api/v1/operator/refresh', {}, () => {})
      setState(run === null ? 'elsewhere' : 'idle')
      onDone()
    } catch (problem) {
      setError(problem as Error)
      setState('idle')
    }
  }
  return (
    <div class="refresh">
      <p>
        {text.nextRefresh(formatDateTime(meta.next_refresh_at), meta.refresh_at)}{' '}
        {meta.last_refresh ? text.lastRefresh(formatDateTime(meta.last_refresh.finished_at)) : text.noRefresh}
      </p>
      {error && <Problem error={error} />}
      {state === 'elsewhere' && <p class="notice">{text.refreshElsewhere}</p>}
      {state === 'working' ? (
        <ProgressBar said={text.refreshing} />
      ) : (
        <button type="button" class="second" onClick={refresh}>
          {text.refreshNow}
        </button>
      )}
    </div>
  )
}
