// Prints the figures of sets, and the worst answers of a set.

import type { Answered, CaseSet } from './answer-set.ts'
import type { Figures } from './figures.ts'

const percent = (x: number | undefined): string => (x === undefined ? '' : (100 * x).toFixed(2)).padStart(7)
const count = (x: number | undefined, width = 6): string => (x === undefined ? '' : String(x)).padStart(width)

export function printHeader(): void {
  console.log(
    `${'set: real texts, or generated'.padEnd(66)}      n    pos  R@P99.5 R@P99.9  P@.95   R@.95  wrong.95  .5     ECE      low   shown  reason`,
  )
}

/** `low` and `shown` are of ties and of cases for review. */
export function printRow(name: string, f: Figures, isReal: boolean): void {
  console.log(
    `${`${isReal ? 'real ' : 'gen. '} ${name}`.padEnd(66)} ${count(f.n)} ${count(f.positives)}  ${percent(f.r995)} ${percent(f.r999)} ${percent(f.p95)} ${percent(f.r95)} ${count(f.wrong95, 7)} ${count(f.wrong50, 5)}  ${(f.ece === undefined ? '' : f.ece.toFixed(4)).padStart(6)}  ${percent(f.low)} ${percent(f.shown)} ${percent(f.reason)}`.trimEnd(),
  )
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 240 ? `${line.slice(0, 240)}…` : line
}

function describe(a: Answered, addressOf: (key: string) => string): string {
  const { text, city, province, truth, kind, building_name } = a.case
  const hints = [city, province, building_name].filter(Boolean).join(', ')
  const said = a.answer === null ? 'nothing' : `${addressOf(a.answer)} (${a.stratum})`
  return `  ${a.confidence.toFixed(3)}  ${shortened(text)}  [${hints}]  said ${said}; right is ${truth === null ? 'none' : addressOf(truth)}  (${kind})`
}

/** The most confident wrong answers, and positives that are missed: wrong, unanswered or below 0.95. */
export function printWorst(
  set: CaseSet,
  answers: readonly Answered[],
  most: number,
  addressOf: (key: string) => string,
): void {
  const wrong = answers.filter((a) => a.answer !== null && !a.isRight).sort((a, b) => b.confidence - a.confidence)
  const missed = answers.filter((a) => a.case.truth !== null && (!a.isRight || a.confidence < 0.95))
  missed.sort((a, b) => Number(a.isRight) - Number(b.isRight) || a.confidence - b.confidence)
  console.log(`\n${set.name}: most confident wrong answers (${wrong.length} wrong)`)
  for (const a of wrong.slice(0, most)) console.log(describe(a, addressOf))
  if (set.measure === 'reason') {
    const untrue = answers.filter((a) => !a.case.reasons?.includes(a.reason ?? ''))
    for (const a of untrue.slice(0, most))
      console.log(
        `  ${a.reason ?? 'no reason'}, expected ${a.case.reasons?.join(' or ')}: ${shortened(a.case.text)}  (${a.case.kind})`,
      )
  }
  if (set.measure !== 'find') return
  console.log(`${set.name}: missed (${missed.length} below 0.95 or wrong)`)
  for (const a of missed.slice(0, most)) console.log(describe(a, addressOf))
}
