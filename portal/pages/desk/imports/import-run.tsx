// One import: its outcome, details, changes and rejected rows.
import type { ImportRun } from '../../../../src/http/api-types.ts'
import { useRecord } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import { BackLink, WhenLoaded } from '../../../parts/notice.tsx'
import { Details } from '../../../parts/records.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { formatActor, ImportOutcome } from '../parts/import-outcome.tsx'
import { text as shared } from '../parts/text.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportQuality, QUALITY_KINDS } from './import-quality.tsx'
import { ImportResult } from './import-result.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { text } from './text.ts'

const KINDS = ['created', 'changed', 'gone'] as const
const PARTS = [...KINDS, 'rejected', 'quality'] as const
type Part = (typeof PARTS)[number]

/** The first tab with content. */
function firstPart({ changes, counts }: ImportRun): Part {
  const kind = changes && (['changed', 'gone', 'created'] as const).find((each) => changes[each] > 0)
  return kind ?? (counts.rejected > 0 ? 'rejected' : 'changed')
}

export function ImportRunDetail({ id, part }: { id: string; part: string | undefined }) {
  const run = useRecord<ImportRun>(`/api/v1/operator/imports/${encodeURIComponent(id)}`)
  return (
    <>
      <BackLink href="/desk/imports" label={text.back} />
      <WhenLoaded result={run} lines={8}>
        {(data) => <Run run={data} part={part} reload={run.reload} />}
      </WhenLoaded>
    </>
  )
}

function Run({ run, part, reload }: { run: ImportRun; part: string | undefined; reload: () => void }) {
  const current = PARTS.find((each) => each === part) ?? firstPart(run)
  const base = `/desk/imports/${run.id}`
  const wrong = QUALITY_KINDS.reduce((sum, kind) => sum + (run.quality?.[kind].count ?? 0), 0)
  const tabs = [
    ...KINDS.map((kind) => ({
      href: `${base}/${kind}`,
      label: fill(shared[kind], { count: formatNumber(run.changes?.[kind] ?? 0) }),
    })),
    { href: `${base}/rejected`, label: fill(text.rejected, { count: formatNumber(run.counts.rejected) }) },
    { href: `${base}/quality`, label: fill(text.quality, { count: formatNumber(wrong) }) },
  ]
  return (
    <>
      <div class="row between list-head">
        <h2>{fill(text.run, { source: run.source })}</h2>
        <ImportOutcome outcome={run.outcome} approved={run.approved_by !== null} />
      </div>
      <ImportResult run={run} reload={reload} />
      <RunDetails run={run} />
      <Tabs label={text.parts} tabs={tabs} {...(part === current ? {} : { current: `${base}/${current}` })} />
      {current === 'rejected' ? (
        <RejectedRows run={run} />
      ) : current === 'quality' ? (
        <ImportQuality quality={run.quality} />
      ) : (
        <ImportChanges key={current} run={run} kind={current} />
      )}
    </>
  )
}

function RunDetails({ run }: { run: ImportRun }) {
  const { counts } = run
  const { joins } = counts
  const remarks = Object.entries(counts.remarks)
  const columns = Object.keys(counts.unknown_columns)
  return (
    <section class="card grid fit below run-details" aria-label={text.details}>
      <Details
        rows={[
          [shared.file, run.file_name],
          [text.format, run.format ?? NO_VALUE],
          run.as_of !== null && [text.asOfDay, run.as_of],
          [
            text.rows,
            fill(text.rowCounts, { rows: formatNumber(counts.rows), unchanged: formatNumber(counts.unchanged) }),
          ],
          [run.outcome === 'published' ? text.publishedAs : text.comparedWith, run.version ?? text.noData],
          joins && joins.joined + joins.waiting + joins.doubtful > 0 && [text.buildings, <Joined joins={joins} />],
        ]}
      />
      <Details
        rows={[
          [shared.time, formatDateTime(run.started_at)],
          [text.duration, fill(text.seconds, { seconds: formatNumber(Math.round(counts.seconds * 10) / 10) })],
          [shared.startedBy, formatActor(run)],
          [text.fingerprint, run.sha256 ? <code title={run.sha256}>{run.sha256.slice(0, 16)}…</code> : NO_VALUE],
        ]}
      />
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

function Joined({ joins }: { joins: NonNullable<ImportRun['counts']['joins']> }) {
  const { created, joined, waiting, doubtful } = joins
  const counts = { created: formatNumber(created), joined: formatNumber(joined), waiting: formatNumber(waiting) }
  return (
    <>
      {fill(text.joins, counts)} {doubtful > 0 && <a href="/desk/joins">{fill(text.doubtful, { count: doubtful })}</a>}
    </>
  )
}
