// Open data that Plinth downloads: age and health of each source, and a button that installs or updates it.
import { useState } from 'preact/hooks'
import type { OpenSource } from '../../../../src/http/api-types.ts'
import { runWithProgress } from '../../../api/progress-stream.ts'
import { useAction } from '../../../api/use-action.ts'
import { useRecord } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber, NO_VALUE } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { Announce, Problem, WhenLoaded } from '../../../parts/notice.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
import type { ProgressBarProps } from '../parts/progress-bar.tsx'
import { describeProgress, ProgressBar } from '../parts/progress-bar.tsx'
import { text as shared } from '../parts/text.ts'
import { formatAge } from './format-age.ts'
import { text } from './text.ts'

const TONES: Readonly<Record<OpenSource['health'], Tone>> = {
  fresh: 'good',
  late: 'warn',
  failed: 'bad',
  refused: 'bad',
  not_installed: 'stone',
  unreadable: 'stone',
}

const MEGABYTE = 1e6

const COLUMNS: readonly Column<OpenSource>[] = [
  { key: 'source', title: shared.source, cell: (row) => <strong>{row.name}</strong> },
  { key: 'data', title: text.data, cell: (row) => <Title row={row} /> },
  { key: 'health', title: text.health, cell: (row) => <Health row={row} /> },
  {
    key: 'age',
    title: text.age,
    cell: (row) =>
      row.fresh_at === null ? NO_VALUE : <span title={formatDateTime(row.fresh_at)}>{formatAge(row.age_seconds)}</span>,
  },
  { key: 'rows', title: text.rows, number: true, cell: (row) => formatNumber(row.rows) },
  { key: 'changes', title: text.changes, cell: (row) => text.intervals[row.changes] },
  {
    key: 'size',
    title: text.size,
    number: true,
    cell: ({ bytes }) => fill(text.megabytes, { n: formatNumber(Math.ceil(bytes / MEGABYTE)) }),
  },
]

function Title({ row: { title, publisher, page, name } }: { row: OpenSource }) {
  return (
    <>
      <a href={page}>{title ?? name}</a>
      {publisher && ` (${publisher})`}
    </>
  )
}

function Health({ row: { health, problem, last_run } }: { row: OpenSource }) {
  const badge = <Badge tone={TONES[health]}>{text.healths[health]}</Badge>
  return (
    <>
      {last_run && health === 'refused' ? <a href={`/desk/imports/${last_run.id}`}>{badge}</a> : badge}
      {problem && <span class="quiet"> {problem}</span>}
    </>
  )
}

interface Installed {
  readonly outcome: string
  readonly problem: string | null
}

/** Reloads when `version` changes. */
export function OpenData({ version, onChanged }: { version: number; onChanged: () => void }) {
  const [running, setRunning] = useState<ProgressBarProps | null>(null)
  const [result, setResult] = useState<string | null>(null)
  const action = useAction()
  const install = async (name: string) => {
    setResult(null)
    setRunning({ label: name })
    const show = (bar: ProgressBarProps) => setRunning({ ...bar, label: `${name}: ${bar.label}` })
    const path = `/api/v1/operator/open-data/${name}`
    try {
      const { outcome, problem } = await runWithProgress<Installed>(path, {}, (update) =>
        show(describeProgress(update)),
      )
      if (problem !== null) setResult(fill(text.installFailed, { name, problem }))
      else if (outcome === 'refused') setResult(fill(text.installRefused, { name }))
    } finally {
      setRunning(null)
      onChanged()
    }
  }
  const columns: readonly Column<OpenSource>[] = [
    ...COLUMNS,
    {
      key: 'action',
      title: '',
      cell: ({ name, health }) => {
        if (health === 'unreadable' || action.busy) return ''
        const label = health === 'not_installed' ? text.install : text.update
        return (
          <Button
            look="second small"
            label={label}
            name={`${label} ${name}`}
            onClick={() => action.run(() => install(name))}
          />
        )
      },
    },
  ]
  const sources = useRecord<OpenSource[]>('/api/v1/operator/open-data', version)
  return (
    <section>
      <h2>{text.openData}</h2>
      <p class="quiet">{text.openDataLead}</p>
      {action.error && <Problem error={action.error} />}
      <Announce>{result}</Announce>
      {running && <ProgressBar {...running} />}
      <WhenLoaded result={sources} lines={3}>
        {(data) => <DataTable label={text.openData} columns={columns} rows={data} rowKey={(row) => row.name} />}
      </WhenLoaded>
    </section>
  )
}
