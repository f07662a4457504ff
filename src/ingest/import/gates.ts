// The gates: what makes a publish stop and ask a person. Pure.
import type { PublishReport } from '../publish/report.ts'

/** [what, part of what, the share that stops it]. */
const GATES: readonly (readonly [string, (report: PublishReport, rejected: number) => [number, number], number])[] = [
  ['rows rejected', (report, rejected) => [rejected, report.rows + rejected - report.rejected.length], 0.05],
  ['projects of the source disappearing', (report) => [report.projectsGone, report.projectsBefore], 0.05],
  ['prices moving by more than 40 %', (report) => [report.prices.jumped, report.prices.compared], 0.01],
]

/** `rejectedByReader` are the rows that never became a ProjectRow. */
export function failedGates(report: PublishReport, rejectedByReader = 0): string[] {
  // An empty file is a broken one, and a first import may retire the demonstration.
  if (report.rows + rejectedByReader === 0) return ['there is not a single row']
  return GATES.flatMap(([what, share, limit]) => {
    const [part, whole] = share(report, report.rejected.length + rejectedByReader)
    if (whole === 0 || part <= whole * limit) return []
    const percent = ((part / whole) * 100).toFixed(1)
    return [`${part} of ${whole} ${what} (${percent} %, limit ${limit * 100} %)`]
  })
}
