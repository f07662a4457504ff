// Formats the result of an import for a terminal.
import type { ImportRun } from '../../ingest/import/import-runs.ts'

const MAX_REJECTED_LINES = 20
const KINDS: readonly (readonly [string, string])[] = [
  ['project', 'projects'],
  ['floor_plan', 'floor plans'],
  ['unit', 'units'],
  ['media', 'media'],
]

const OUTCOMES: Readonly<Record<string, (run: ImportRun) => string>> = {
  published: ({ version }) => `published as ${version}`,
  unchanged: ({ version }) => `no changes; ${version} stays current`,
  refused: () => 'REFUSED, nothing changed',
  failed: () => 'FAILED, nothing changed',
  dry_run: () => 'dry run, nothing changed',
}

/** `file` is the path as typed, so that a terminal turns file:line:column into a link. */
export function summaryLines(run: ImportRun, file: string): string[] {
  const { counts, outcome, rejected, gates } = run
  const day = run.as_of === null ? '' : ` as of ${run.as_of}`
  const lines = [
    `${run.file_name} (${run.format})${day} as source ${run.source}: ${OUTCOMES[outcome ?? 'failed']!(run)}`,
  ]
  lines.push(
    `  rows: ${counts.rows}, rejected ${counts.rejected}, unchanged ${counts.unchanged}, ${counts.seconds.toFixed(1)} s`,
  )
  for (const [kind, name] of KINDS) {
    const tally = counts.records[kind]
    if (!tally || tally.created + tally.changed + tally.removed === 0) continue
    lines.push(`  ${name}: ${tally.created} new, ${tally.changed} changed, ${tally.removed} removed`)
  }
  if (counts.history > 0) lines.push(`  history: ${counts.history} changes`)
  if (counts.events > 0) lines.push(`  events: ${counts.events}`)
  lines.push(...joinLines(run))
  for (const [what, count] of Object.entries(counts.remarks)) lines.push(`  ${count} × ${what}`)
  lines.push(...qualityLines(run))
  const unknown = Object.keys(counts.unknown_columns)
  if (unknown.length > 0) lines.push(`  ignored unknown columns: ${unknown.join(', ')}`)
  for (const { line, column, key, reason, file: name = file } of rejected.slice(0, MAX_REJECTED_LINES))
    lines.push(
      `  ${name}:${line}${column === null ? '' : `:${column}`}: ${reason}${key === null ? '' : ` (key ${key})`}`,
    )
  if (counts.rejected > MAX_REJECTED_LINES)
    lines.push(`  … and ${counts.rejected - MAX_REJECTED_LINES} more rejected rows; use --json for up to 1,000`)
  for (const gate of gates)
    lines.push(
      outcome === 'refused' ? `  refused: ${gate}` : outcome === 'failed' ? `  failed: ${gate}` : `  warning: ${gate}`,
    )
  // Approval publishes changes despite the gates. It cannot help when the file itself was refused.
  if (outcome === 'refused' && run.changes === null) lines.push('  Correct the file and import it again.')
  else if (outcome === 'refused' && counts.rows > 0)
    lines.push('  If the changes are correct, run the command again with --approve.')
  return lines
}

function qualityLines({ id, quality }: ImportRun): string[] {
  const found = Object.entries(quality ?? {}).filter(([, { count }]) => count > 0)
  if (found.length === 0) return []
  const parts = found.map(([kind, { count, checked }]) => `${kind.replace('_', ' ')} ${count} of ${checked}`)
  return [`  looks wrong: ${parts.join(', ')}; examples at /desk/imports/${id}/quality`]
}

function joinLines({ counts: { joins } }: ImportRun): string[] {
  if (!joins || joins.joined + joins.waiting + joins.doubtful === 0) return []
  const { joined, created, waiting, doubtful } = joins
  const lines = [`  buildings: ${created} from this source, ${joined} joined to other sources, ${waiting} waiting`]
  if (doubtful > 0)
    lines.push(
      `  ${doubtful} ${doubtful === 1 ? 'row' : 'rows'} may be a building of another source: decide at /desk/joins`,
    )
  return lines
}
