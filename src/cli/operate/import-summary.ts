// An import's result as lines for people. Pure.
import type { ImportRun } from '../../ingest/import/import-runs.ts'

const SHOWN = 20
const KINDS: readonly (readonly [string, string])[] = [
  ['project', 'projects'],
  ['floor_plan', 'floor plans'],
  ['unit', 'units'],
  ['media', 'media'],
]

const OUTCOMES: Readonly<Record<string, (run: ImportRun) => string>> = {
  published: ({ version }) => `published as ${version}`,
  unchanged: ({ version }) => `nothing changed; ${version} stays in force`,
  refused: () => 'REFUSED, nothing was changed',
  failed: () => 'FAILED, nothing was changed',
  dry_run: () => 'a dry run, nothing was changed',
}

/** `file` as the caller wrote it: a terminal makes file:line:column a link. */
export function runLines(run: ImportRun, file: string): string[] {
  const { counts, outcome, rejected, gates } = run
  const lines = [`${run.file_name} (${run.format}) as source ${run.source}: ${OUTCOMES[outcome ?? 'failed']!(run)}`]
  lines.push(
    `  rows: ${counts.rows}, rejected ${counts.rejected}, unchanged ${counts.unchanged}, ${counts.seconds.toFixed(1)} s`,
  )
  for (const [kind, name] of KINDS) {
    const tally = counts.records[kind]
    if (!tally || tally.created + tally.changed + tally.removed === 0) continue
    lines.push(`  ${name}: ${tally.created} new, ${tally.changed} changed, ${tally.removed} gone`)
  }
  if (counts.history > 0) lines.push(`  history: ${counts.history} changes`)
  if (counts.events > 0) lines.push(`  events: ${counts.events}`)
  for (const [what, count] of Object.entries(counts.remarks)) lines.push(`  ${count} × ${what}`)
  const unknown = Object.keys(counts.unknown_columns)
  if (unknown.length > 0) lines.push(`  unknown columns, left out: ${unknown.join(', ')}`)
  for (const { line, column, key, reason } of rejected.slice(0, SHOWN))
    lines.push(
      `  ${file}:${line}${column === null ? '' : `:${column}`}: ${reason}${key === null ? '' : ` (key ${key})`}`,
    )
  if (counts.rejected > SHOWN)
    lines.push(`  … and ${counts.rejected - SHOWN} more rejected rows; --json has a thousand`)
  for (const gate of gates)
    lines.push(
      outcome === 'refused' ? `  refused: ${gate}` : outcome === 'failed' ? `  failed: ${gate}` : `  look at: ${gate}`,
    )
  if (outcome === 'refused' && counts.rows > 0)
    lines.push('  When you have looked and it is right: the same command with --approve')
  return lines
}
