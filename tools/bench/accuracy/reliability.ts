// Reliability by stratum: how often answers of a stated confidence are right, on held-out cases.

import { INPUTS, STRATA } from '@plinth/matcher/internal/decide/model-shape'
import { isHeldOut as isTestBuilding } from '@plinth/matcher/internal/fit/labelled-case'
import { wilsonInterval } from '@plinth/matcher/internal/fit/score-answers'
import type { Answered } from './answer-set.ts'
import type { Bin } from './figures.ts'
import { binAnswers } from './figures.ts'

/** Smaller bins say little about a share. */
const MIN_BIN = 50
const BINS = 20

export interface StratumFigures {
  readonly stratum: string
  readonly n: number
  /** The largest distance of confidence and accuracy over bins of 50 answers or more. */
  readonly off: number
  readonly wrong95: number
  readonly bins: readonly (Bin & { readonly low: number; readonly high: number })[]
}

/** Merges neighbours until a bin has enough answers. A rest that is too small is left out. */
function mergeSmall(bins: readonly Bin[]): Bin[] {
  const out: Bin[] = []
  let open: Bin = { n: 0, said: 0, was: 0 }
  // from the top, because the bin of sure answers should stay by itself
  for (const b of [...bins].reverse()) {
    const n = open.n + b.n
    open = { n, said: (open.said * open.n + b.said * b.n) / n, was: (open.was * open.n + b.was * b.n) / n }
    if (n < MIN_BIN) continue
    out.unshift(open)
    open = { n: 0, said: 0, was: 0 }
  }
  return out
}

/** Leaves out fitted buildings, and ties, which have no right answer. */
export function reliabilityByStratum(answers: readonly Answered[], suffix = ''): StratumFigures[] {
  const usable = answers.filter((a) => a.answer !== null && !a.case.tied && isTestBuilding(a.case.source))
  return STRATA.flatMap((stratum) =>
    INPUTS.map((input) => {
      const own = usable.filter((a) => a.stratum === stratum && a.input === input)
      const bins = mergeSmall(binAnswers(own, BINS)).map((b) => ({ ...b, ...wilsonInterval(b.was, b.n) }))
      return {
        stratum: `${stratum}, ${input === 'hints' ? 'with hints' : 'text only'}${suffix}`,
        n: own.length,
        off: bins.reduce((most, b) => Math.max(most, Math.abs(b.said - b.was)), 0),
        wrong95: own.filter((a) => a.confidence >= 0.95 && !a.isRight).length,
        bins,
      }
    }),
  )
}

export function printReliability(strata: readonly StratumFigures[]): void {
  console.log(
    `\nreliability on held-out cases, neighbouring bins merged to ${MIN_BIN} answers or more (said → was, 95 % interval, n)`,
  )
  for (const { stratum, n, off, wrong95, bins } of strata) {
    console.log(
      `${stratum.padEnd(20)} n ${String(n).padStart(6)}  largest distance ${off.toFixed(3)}  wrong at 0.95: ${wrong95}`,
    )
    for (const b of bins)
      console.log(`    ${b.said.toFixed(3)} → ${b.was.toFixed(3)}  (${b.low.toFixed(3)}–${b.high.toFixed(3)})  ${b.n}`)
  }
}

/** Bands of confidence: below .5 nothing is linked, from .95 everything is. */
const BANDS = [0.2, 0.5, 0.8, 0.95, 0.99, 1.01] as const

/** Real texts only, whatever the building: what was said, and how often it was right. */
export function printRealReliability(answers: readonly Answered[]): void {
  console.log('\nreliability on real texts, by band of confidence (said → was, 95 % interval, n)')
  for (const stratum of STRATA) {
    const own = answers.filter((a) => a.answer !== null && a.stratum === stratum)
    const cells = BANDS.slice(0, -1).map((from, i) => {
      const band = own.filter((a) => a.confidence >= from && a.confidence < (BANDS[i + 1] as number))
      if (band.length === 0) return ''
      const said = band.reduce((sum, a) => sum + a.confidence, 0) / band.length
      const was = band.filter((a) => a.isRight).length / band.length
      const { low, high } = wilsonInterval(was, band.length)
      return `  ${from.toFixed(2)}+: ${said.toFixed(3)} → ${was.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}) ${band.length}`
    })
    console.log(`${stratum.padEnd(8)}${cells.join('')}`)
  }
}
