// The goals for speed and scale (goals.json), and where each stands: a table in bench/RESULTS.md.
import { readResultsSection, writeResultsSection } from '../../shared/results-file.ts'
import type { Release } from '../../target/older-build.ts'
import GOALS from './goals.json' with { type: 'json' }

export type OlderFigures = Partial<Record<Release, string>>

const HEAD = ['| | 0.1.0 | 1.0.0 | goal | now | command |', '|---|---|---|---|---|---|']

/** With `--write-results`, writes what was measured now, and on older releases in the same run. The other cells stay. */
export function recordGoal(id: string, now: string, older: OlderFigures = {}): void {
  if (!GOALS.some((one) => one.id === id)) throw new Error(`There is no goal "${id}". Add it to goals.json.`)
  if (!process.argv.includes('--write-results')) return
  const lines = readResultsSection('goals').split('\n')
  const known = new Map(
    lines.map((line) => line.slice(2, -2).split(' | ')).map(([what, ...figures]) => [what, figures]),
  )
  const rows = GOALS.map((one) => {
    const [first, released, , current] = known.get(one.what) ?? ['not measured', 'not measured', '', 'not measured']
    const cells =
      one.id === id
        ? [older['0.1.0'] ?? first, older['1.0.0'] ?? released, one.goal, now]
        : [first, released, one.goal, current]
    return `| ${[one.what, ...cells, `\`${one.command}\``].join(' | ')} |`
  })
  writeResultsSection('goals', [...HEAD, ...rows].join('\n'))
}
