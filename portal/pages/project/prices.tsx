// Charts prices over time: each floor plan if there are few, otherwise lowest and highest.

import { useMemo } from 'preact/hooks'
import type { FloorPlan, HistoryEntry, Project } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { formatDate, formatMoney, formatMoneyShort } from '../../language/format.ts'
import type { Series } from '../../plots/plot.tsx'
import { Plot } from '../../plots/plot.tsx'
import { PlainTable } from '../../tables/data-table.tsx'
import { text } from './text.ts'

const COLOURS = ['--stone', '--info', '--good', '--warn', '--bad', '--soft'] as const

interface Line {
  readonly label: string
  readonly changes: readonly HistoryEntry[]
  readonly dashed?: boolean
}

function priceLines(history: readonly HistoryEntry[], plans: readonly FloorPlan[]): Line[] {
  const byPlan = plans.map(({ id, name }) => ({
    label: name,
    changes: history.filter(
      ({ resource, field }) => resource.type === 'floor_plan' && resource.id === id && field === 'price',
    ),
  }))
  const withChanges = byPlan.filter(({ changes }) => changes.length > 0)
  if (withChanges.length > 0 && withChanges.length <= COLOURS.length) return withChanges
  const range = (field: string) => history.filter((entry) => entry.resource.type === 'project' && entry.field === field)
  return [
    { label: text.lowest, changes: range('price_from') },
    { label: text.highest, changes: range('price_to'), dashed: true },
  ].filter(({ changes }) => changes.length > 0)
}

/** The price at each time; null before the first change. */
function valuesAt(times: readonly number[], changes: readonly HistoryEntry[]): (number | null)[] {
  let next = 0
  let value: number | null = null
  return times.map((time) => {
    while (next < changes.length && Date.parse(changes[next]!.effective_at) / 1000 <= time)
      value = changes[next++]!.to as number | null
    return value
  })
}

export function hasPrices(history: readonly HistoryEntry[], plans: readonly FloorPlan[]): boolean {
  return priceLines(history, plans).length > 0
}

interface PricesProps {
  readonly project: Project
  readonly plans: readonly FloorPlan[]
  /** Oldest first. */
  readonly history: readonly HistoryEntry[]
}

export function Prices({ project, plans, history }: PricesProps) {
  const { lines, times, series } = useMemo(() => {
    const lines = priceLines(history, plans)
    const changeTimes = lines.flatMap(({ changes }) =>
      changes.map(({ effective_at }) => Date.parse(effective_at) / 1000),
    )
    const times = [...new Set([...changeTimes, Date.parse(project.data_as_of) / 1000])].sort((a, b) => a - b)
    const series = lines.map(
      ({ label, changes, dashed = false }, i): Series => ({
        label,
        values: valuesAt(times, changes),
        colour: COLOURS[i % COLOURS.length]!,
        kind: 'steps',
        dashed,
      }),
    )
    return { lines, times, series }
  }, [project, plans, history])
  return (
    <>
      <Plot
        label={fill(text.pricesLabel, { name: project.name })}
        times={times}
        series={series}
        format={formatMoneyShort}
        height={280}
        axis="log"
      />
      <details>
        <summary>{text.asTable}</summary>
        <PlainTable
          label={text.asTable}
          rows={lines.flatMap(({ label, changes }) => changes.map((change) => ({ ...change, label })))}
          columns={[
            { key: 'date', title: text.date, cell: ({ effective_at }) => formatDate(effective_at) },
            { key: 'series', title: text.series, cell: ({ label }) => label },
            { key: 'from', title: text.from, number: true, cell: ({ from }) => formatMoney(from as number | null) },
            { key: 'to', title: text.to, number: true, cell: ({ to }) => formatMoney(to as number | null) },
          ]}
        />
      </details>
    </>
  )
}
