// The goals for speed and scale (goals.json), and where each stands: a table in bench/RESULTS.md.

import { readResultsSection, writeResultsSection } from '../../shared/results-file.ts'
import GOALS from './goals.json' with { type: 'json' }

/** With `--write-results`, writes what was measured now. The other rows stay. */
export function recordGoal(id: string, now: string): void {
  if (!GOALS.some((one) => one.id === id)) throw new Error(`There is no goal "${id}". Add it to goals.json.`)
  if (!process.argv.includes('--write-results')) return
  const known = new Map(
    readResultsSection('goals')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split(' | '))
      .map((cells) => [cells[0]!.slice(2), cells[3] ?? '']),
  )
  // `was`: measured on the first release.
  const rows = GOALS.map((one) => {
    const value = one.id === id ? now : (known.get(one.what) ?? 'not measured')
    return `| ${one.what} | ${one.was} | ${one.goal} | ${value} | \`${one.command}\` |`
  })
  const head = ['| | first release | goal | now | command |', '|---|---|---|---|---|']
  writeResultsSection('goals', [...head, ...rows].join('\n'))
}
