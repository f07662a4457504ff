// Gates that stop a publish until a person approves it. Pure.
import type { PublishReport } from '../publish/report.ts'

const MOST_REMOVED = 0.05

/** [description, [part, whole], largest share that passes] */
const GATES: readonly (readonly [
  string,
  (report: PublishReport, rejected: number, lines: LineCounts) => [number, number],
  number,
])[] = [
  ['lines were rejected', (_, __, lines) => [lines.rejected, lines.read], 0.05],
  ['rows were rejected', (report, rejected) => [rejected, report.rows + rejected - report.rejected.length], 0.05],
  ['projects of the source would be removed', (report) => [report.projectsGone, report.rowsBefore], MOST_REMOVED],
  ['rows of the source would disappear', (report) => [rowsLost(report), report.rowsBefore], MOST_REMOVED],
  ['prices would change by more than 40%', (report) => [report.prices.jumped, report.prices.compared], 0.01],
]

/** Also rows whose projects remain: they lose what the source says. One gate is enough when the projects go, too. */
function rowsLost({ rowsGone, projectsGone, rowsBefore }: PublishReport): number {
  return projectsGone > rowsBefore * MOST_REMOVED ? 0 : rowsGone
}

/** From this many on, removing projects takes the name of the source. */
const MANY_REMOVED = 1000

export function needsConfirmation(removed: number, source: string, confirm: string | null | undefined): boolean {
  return removed >= MANY_REMOVED && confirm !== source
}

/** For files with several lines per row. */
interface LineCounts {
  readonly read: number
  readonly rejected: number
}

/** `rejectedByReader` counts the rows that never became a ProjectRow. */
export function failedGates(
  report: PublishReport,
  rejectedByReader = 0,
  lines: LineCounts = { read: 0, rejected: 0 },
): string[] {
  // An empty file is probably broken, and a first import would remove the demonstration dataset.
  if (report.rows + rejectedByReader === 0) return ['the file has no rows']
  return GATES.flatMap(([description, share, limit]) => {
    const [part, whole] = share(report, report.rejected.length + rejectedByReader, lines)
    if (whole === 0 || part <= whole * limit) return []
    const percent = ((part / whole) * 100).toFixed(1)
    return [`${part} of ${whole} ${description} (${percent}%, limit ${limit * 100}%)`]
  })
}
