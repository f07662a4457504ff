// Batch results: progress, counts by outcome, a table and downloads.

import { useMemo, useState } from 'preact/hooks'
import { RunProgress } from '../../csv/run-progress.tsx'
import { saveFile } from '../../csv/save-file.ts'
import type { Table } from '../../csv/table.ts'
import { formatConfidence, outcomeLabel, reasonLabel } from '../../evidence/evidence-text.ts'
import type { Outcome } from '../../evidence/outcome-badge.tsx'
import { OutcomeBadge } from '../../evidence/outcome-badge.tsx'
import { fill } from '../../language/choose-language.ts'
import { formatNumber, NO_VALUE } from '../../language/format.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/notice.tsx'
import type { Column } from '../../tables/data-table.tsx'
import { DataTable } from '../../tables/data-table.tsx'
import type { BatchResult, BatchRun } from './batch-run.ts'
import { text } from './batch-text.ts'
import { toCsv, toNdjson } from './download.ts'

/** In pixels: six lines. */
const STACKED_ROW_HEIGHT = 168

const OUTCOMES = ['matched', 'ambiguous', 'weak', 'no_match', 'error'] as const

interface BatchResultsProps {
  readonly run: BatchRun
  readonly table: Table
  /** Of the file, without its ending. */
  readonly name: string
  readonly addressOf: (row: number) => string
  readonly onOpen: (row: number) => void
  readonly onDiscard: () => void
}

export function BatchResults({ run, table, name, addressOf, onOpen, onDiscard }: BatchResultsProps) {
  const [filter, setFilter] = useState<Outcome | 'all'>('all')
  const [openRow, setOpenRow] = useState<number | null>(null)
  const { results, counts } = run
  const rows = useMemo(
    () => (filter === 'all' ? results.slice() : results.filter(({ outcome }) => outcome === filter)),
    [filter, results.length],
  )
  const options = [
    { value: 'all', label: text.all, count: results.length } as const,
    ...OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeLabel(outcome), count: counts[outcome] })),
  ]
  const open = ({ row }: BatchResult) => {
    setOpenRow(row)
    onOpen(row)
  }
  return (
    <div class="stack clipped">
      <RunProgress run={run} stopped={text.stopped} />
      <div class="row">
        <Choice label={text.filter} options={options} value={filter} onChange={setFilter} />
        <span class="row push">
          <Downloads run={run} table={table} name={name} />
          <DiscardButton onDiscard={onDiscard} />
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty>{text.noneOfKind}</Empty>
      ) : (
        <DataTable
          label={text.results}
          columns={resultColumns(addressOf)}
          rows={rows}
          rowKey={({ row }) => row}
          selected={openRow}
          onOpen={open}
          stackedRowHeight={STACKED_ROW_HEIGHT}
        />
      )}
      <p class="quiet">{text.openRow}</p>
    </div>
  )
}

function resultColumns(addressOf: (row: number) => string): Column<BatchResult>[] {
  return [
    { key: 'row', title: text.row, number: true, cell: ({ row }) => formatNumber(row + 1) },
    { key: 'address', title: text.address, cell: ({ row }) => addressOf(row) },
    { key: 'outcome', title: text.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    {
      key: 'building',
      title: text.building,
      cell: ({ building, second, reason, outcome }) =>
        building
          ? outcome === 'ambiguous' && second
            ? `${building.project_name}${text.or}${second.building.project_name}`
            : building.project_name
          : reason === null
            ? NO_VALUE
            : outcome === 'error'
              ? reason
              : reasonLabel(reason),
    },
    {
      key: 'canonical',
      title: text.canonical,
      cell: ({ building }) => building?.canonical_mls_address ?? NO_VALUE,
    },
    {
      key: 'confidence',
      title: text.confidence,
      number: true,
      cell: ({ confidence }) => (confidence === null ? NO_VALUE : formatConfidence(confidence)),
    },
  ]
}

function Downloads({ run, table, name }: Pick<BatchResultsProps, 'run' | 'table' | 'name'>) {
  const linked = fill(text.linkedName, { name })
  const empty = run.results.length === 0
  return (
    <>
      <Button
        look="second small"
        label={text.csv}
        disabled={empty}
        onClick={() => saveFile(toCsv(table, run.results), `${linked}.csv`)}
      />
      <Button
        look="second small"
        label={text.ndjson}
        disabled={empty}
        onClick={() => saveFile(toNdjson(table, run.results), `${linked}.ndjson`)}
      />
    </>
  )
}

function DiscardButton({ onDiscard }: Pick<BatchResultsProps, 'onDiscard'>) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button look="second small" label={text.another} onClick={() => setConfirming(true)} />
      {isConfirming && (
        <Dialog title={text.leaveTitle} onClose={() => setConfirming(false)}>
          <p>{text.leaveNote}</p>
          <div class="row end">
            <Button look="second" label={text.stay} onClick={() => setConfirming(false)} />
            <Button label={text.leave} onClick={onDiscard} />
          </div>
        </Dialog>
      )}
    </>
  )
}
