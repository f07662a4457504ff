// Sources: how fresh each one is, the daily refresh, and the dataset versions.
import { useState } from 'preact/hooks'
import type { Freshness } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { Empty, Problem, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import { ImportOutcome } from '../parts/import-outcome.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { formatAge } from './format-age.ts'
import { OpenData } from './open-data.tsx'
import { SourceList } from './source-list.tsx'
import { text } from './text.ts'
import { Versions } from './versions.tsx'

type Row = Freshness['data'][number]

const DAY = 86_400
/** A source that is refreshed daily is late after this time. */
const LATE_SECONDS = 2 * DAY

function Age({ row: { age_seconds, fresh_at, refreshed } }: { row: Row }) {
  const isLate =
    age_seconds !== null && age_seconds > LATE_SECONDS && (refreshed === 'daily' || refreshed === 'generated')
  const age = <span title={formatDateTime(fresh_at)}>{formatAge(age_seconds)}</span>
  return isLate ? <Badge tone="warn">{age}</Badge> : age
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'source', title: shared.source, cell: (row) => <strong>{row.source}</strong> },
  { key: 'projects', title: shared.projects, number: true, cell: (row) => formatNumber(row.projects) },
  { key: 'age', title: text.age, cell: (row) => <Age row={row} /> },
  {
    key: 'last',
    title: text.lastRun,
    cell: ({ last_run: run }) =>
      run ? (
        <a href={`/desk/imports/${run.id}`}>
          <ImportOutcome outcome={run.outcome} />
        </a>
      ) : (
        NO_VALUE
      ),
  },
  { key: 'refreshed', title: text.refreshed, cell: (row) => text.refreshModes[row.refreshed] },
  {
    key: 'refresh',
    title: text.lastRefreshColumn,
    cell: ({ last_refresh: outcome }) => (outcome ? <ImportOutcome outcome={outcome} /> : NO_VALUE),
  },
]

export function Sources() {
  const [version, setVersion] = useState(0)
  const reload = () => setVersion(version + 1)
  const freshness = useLoad(`freshness ${version}`, (signal) =>
    plinth.request<Freshness>('GET', '/api/v1/operator/freshness', { signal }),
  )
  return (
    <>
      <p class="lead">{text.lead}</p>
      <WhenLoaded result={freshness} lines={5}>
        {({ data, meta }) => (
          <>
            {data.length === 0 ? (
              <Empty>{text.noSources}</Empty>
            ) : (
              <DataTable label={text.freshness} columns={COLUMNS} rows={data} rowKey={(row) => row.source} />
            )}
            <Refresh meta={meta} onDone={reload} />
          </>
        )}
      </WhenLoaded>
      <OpenData version={version} onChanged={reload} />
      <SourceList version={version} onChanged={reload} />
      <Versions version={version} onChanged={reload} />
    </>
  )
}

function Refresh({ meta, onDone }: { meta: Freshness['meta']; onDone: () => void }) {
  const [runsElsewhere, setRunsElsewhere] = useState(false)
  const action = useAction()
  const refresh = async () => {
    setRunsElsewhere(false)
    const run = await runWithProgress<object | null>('/api/v1/operator/refresh', {}, () => {})
    setRunsElsewhere(run === null)
    onDone()
  }
  return (
    <div class="refresh">
      <p>
        {fill(text.nextRefresh, { time: formatDateTime(meta.next_refresh_at), daily: meta.refresh_at })}{' '}
        {meta.last_refresh
          ? fill(text.lastRefresh, { time: formatDateTime(meta.last_refresh.finished_at) })
          : text.noRefresh}
      </p>
      {action.error && <Problem error={action.error} />}
      {runsElsewhere && <p class="notice">{text.refreshElsewhere}</p>}
      {action.busy ? (
        <ProgressBar label={text.refreshing} />
      ) : (
        <Button look="second" label={text.refreshNow} onClick={() => action.run(refresh)} />
      )}
    </div>
  )
}
