// Formats a verdict as text: readings, candidates and evidence in bits.
import type { Candidate, Evidence, Reading, StepReport, Verdict } from '@plinth/matcher'
import type { Style } from '../terminal/style.ts'
import { OUTCOME_TONES, styleOf } from '../terminal/style.ts'

const BAR_WIDTH = 12
const BITS_PER_MARK = 1

/** Never rounds up to 100 %, nor down to 0 %. */
function percent(p: number): string {
  if (p > 0.999 && p < 1) return '>99.9 %'
  return p > 0 && p < 0.001 ? '<0.1 %' : `${(100 * p).toFixed(1)} %`
}

function readingLine(r: Reading): string {
  const number = [r.civic_number, r.civic_number_to && `–${r.civic_number_to}`, r.number_suffix]
    .filter(Boolean)
    .join('')
  const parts = [
    r.unit && `unit ${r.unit}`,
    number && `number ${number}`,
    r.street_name && `street ${r.street_name}`,
    r.street_type && `type ${r.street_type}`,
    r.direction && `direction ${r.direction}`,
    r.city && `city ${r.city}`,
    r.province && `province ${r.province}`,
    r.postal_code && `postal code ${r.postal_code}`,
  ]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

/** `----|` for negative bits, `|++++` for positive ones; `<` or `>` marks a bar that is cut off. */
function bar(bits: number): string {
  const marks = Math.min(BAR_WIDTH, Math.round(Math.abs(bits) / BITS_PER_MARK))
  const cut = Math.abs(bits) > BAR_WIDTH * BITS_PER_MARK
  const minus = bits < 0 ? (cut ? `<${'-'.repeat(marks - 1)}` : '-'.repeat(marks)) : ''
  const plus = bits > 0 ? (cut ? `${'+'.repeat(marks - 1)}>` : '+'.repeat(marks)) : ''
  return `${minus.padStart(BAR_WIDTH)}|${plus.padEnd(BAR_WIDTH)}`
}

function evidenceLine(e: Evidence, style: Style): string {
  const sides = e.query === null && e.building === null ? '' : `  ${e.query ?? '–'} / ${e.building ?? '–'}`
  const signed = `${e.bits > 0 ? '+' : ''}${e.bits.toFixed(2)}`
  const paint = e.bits < 0 ? style.bad : style.good
  return `    ${e.component.padEnd(15)} ${paint(`${bar(e.bits)} ${signed.padStart(7)}`)}  ${e.level.replaceAll('_', ' ')}${style.dim(sides)}`
}

/** The name and address of a candidate, where they are known. */
export type NameOf = (candidate: Candidate) => string | undefined

/** Never names a tower as the match where only the project is certain. */
export function matchText({ key, group, level }: Candidate): string {
  if (key === null) return `project ${group}, tower uncertain`
  return level === 'project' ? `building ${key}, or another of its name` : `building ${key}`
}

function candidateLines(c: Candidate, nameOf: NameOf, style: Style): string[] {
  const id = matchText(c)
  const name = nameOf(c)
  const what = name === undefined ? id : `${name} (${id})`
  const lines = [
    `  ${style.bold(percent(c.confidence))}  ${style.bold(what)}, ${c.strategy.replaceAll('_', ' ')}${c.unit ? `, unit ${c.unit}` : ''}`,
  ]
  if (c.summary) lines.push(`    ${c.summary.en}`)
  const evidence = (c.evidence ?? []).filter((e) => e.bits !== 0)
  if (evidence.length > 0)
    lines.push(
      ...evidence.map((one) => evidenceLine(one, style)),
      `    ${'score'.padEnd(15)} ${' '.repeat(2 * BAR_WIDTH + 1)} ${(c.score ?? 0).toFixed(2).padStart(7)}  bits`,
    )
  return lines
}

const stepLine = ({ step, why, added }: StepReport): string =>
  `  ${step.replaceAll('_', ' ').padEnd(18)} ${`+${added}`.padStart(4)}  ${why.en}`

/** The verdict must come from a query with `explain: true`. */
export function explainVerdict(
  verdict: Verdict,
  address: string,
  nameOf: NameOf = () => undefined,
  style: Style = styleOf({ noColor: true }),
): string {
  const lines = [`"${address}"`, '', style.bold('read as')]
  const readings = new Set((verdict.readings ?? []).map(readingLine))
  const won = verdict.reading ? readingLine(verdict.reading) : null
  if (won) lines.push(`  > ${won}`)
  for (const r of readings) if (r !== won) lines.push(`    ${r}`)
  if (!won && readings.size === 0) lines.push('    nothing')
  if (verdict.search?.length) lines.push('', style.bold('searched'), ...verdict.search.map(stepLine))
  lines.push('', style.bold('candidates'))
  for (const c of verdict.candidates) lines.push(...candidateLines(c, nameOf, style), '')
  lines.push(`  ${percent(verdict.none_probability)}  none of them`, '')
  const outcome = style[OUTCOME_TONES[verdict.outcome] ?? 'bad'](verdict.outcome)
  lines.push(`outcome ${outcome}, recommended action ${verdict.action}`)
  if (verdict.reason) lines.push(`${verdict.reason}: ${verdict.reason_detail}`)
  return lines.join('\n')
}
