// One import: its outcome, details, changes and rejected rows.
import type { ImportRun } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { fill } from '../../../parts/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { formatActor, ImportOutcome } from '../parts/import-outcome.tsx'
import { text as shared } from '../parts/text.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportResult } from './import-result.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { text } from './text.ts'

const KINDS = ['created', 'changed', 'gone'] as const
type Part = (typeof KINDS)[number] | 'rejected'

/** The first tab with content. */
function firstPart({ changes, counts }: ImportRun): Part {
  const kind = changes && (['changed', 'gone', 'created'] as const).find((each) => changes[each] > 0)
  return kind ?? (counts.rejected > 0 ? 'rejected' : 'changed')
}

export function ImportRunDetail({ id, part }: { id: string; part: string | undefined }) {
  const path = `/api/v1/operator/imports/${encodeURIComponent(id)}`
  const run = useLoad(id, (signal) => plinth.request<{ data: ImportRun }>('GET', path, { signal }))
  return (
    <>
      <p>
        <a href="/desk/imports">← {text.back}</a>
      </p>
      <WhenLoaded result={run} lines={8}>
        {({ data }) => <Run run={data} part={part} reload={run.reload} />}
      </WhenLoaded>
    </>
  )
}

function Run({ run, part, reload }: { run: ImportRun; part: string | undefined; reload: () => void }) {
  const current = ([...KINDS, 'rejected'] as const).find((each) => each === part) ?? firstPart(run)
  const base = `/desk/imports/${run.id}`
  const tabs = [
    ...KINDS.map((kind) => ({
      href: `${base}/${kind}`,
      label: fill(shared[kind], { count: formatNumber(run.changes?.[kind] ?? 0) }),
    })),
    { href: `${base}/rejected`, label: fill(text.rejected, { count: formatNumber(run.counts.rejected) }) },
  ]
  return (
    <>
      <div class="row list-head">
        <h2>{fill(text.run, { source: run.source })}</h2>
        <ImportOutcome outcome={run.outcome} approved={run.approved_by !== null} />
      </div>
      <ImportResult run={run} reload={reload} />
      <Details run={run} />
      <Tabs label={text.parts} tabs={tabs} {...(part === current ? {} : { current: `${base}/${current}` })} />
      {current === 'rejected' ? <RejectedRows run={run} /> : <ImportChanges key={current} run={run} kind={current} />}
    </>
  )
}

function Details({ run }: { run: ImportRun }) {
  const { counts } = run
  const { joins } = counts
  const remarks = Object.entries(counts.remarks)
  const columns = Object.keys(counts.unknown_columns)
  return (
    <section class="card run-details" aria-label={text.details}>
      <dl>
        <dt>{shared.file}</dt>
        <dd>{run.file_name}</dd>
        <dt>{text.format}</dt>
        <dd>{run.format ?? NO_VALUE}</dd>
        <dt>{text.rows}</dt>
        <dd>{fill(text.rowCounts, { rows: formatNumber(counts.rows), unchanged: formatNumber(counts.unchanged) })}</dd>
        <dt>{run.outcome === 'published' ? text.publishedAs : text.comparedWith}</dt>
        <dd>{run.version ?? text.noData}</dd>
        {joins && joins.joined + joins.waiting + joins.doubtful > 0 && (
          <>
            <dt>{text.buildings}</dt>
            <dd>
              {fill(text.joins, {
                created: formatNumber(joins.created),
                joined: formatNumber(joins.joined),
                waiting: formatNumber(joins.waiting),
              })}
              {joins.doubtful > 0 && (
                <>
                  {' '}
                  <a href="/desk/joins">{fill(text.doubtful, { count: joins.doubtful })}</a>
                </>
              )}
            </dd>
          </>
        )}
      </dl>
      <dl>
        <dt>{shared.time}</dt>
        <dd>{formatDateTime(run.started_at)}</dd>
        <dt>{text.duration}</dt>
        <dd>{fill(text.seconds, { seconds: formatNumber(Math.round(counts.seconds * 10) / 10) })}</dd>
        <dt>{shared.startedBy}</dt>
        <dd>{formatActor(run)}</dd>
        <dt>{text.fingerprint}</dt>
        <dd>{run.sha256 ? <code title={run.sha256}>{run.sha256.slice(0, 16)}…</code> : NO_VALUE}</dd>
      </dl>
      {(remarks.length > 0 || columns.length > 0) && (
        <dl class="wide">
          {remarks.length > 0 && <dt>{text.remarks}</dt>}
          {remarks.map(([remark, count]) => (
            <dd key={remark}>
              {remark} ({fill(text.times, { count: formatNumber(count) })})
            </dd>
          ))}
          {columns.length > 0 && <dt>{text.unknownColumns}</dt>}
          {columns.length > 0 && <dd>{columns.join(', ')}</dd>}
        </dl>
      )}
    </section>
  )
}
