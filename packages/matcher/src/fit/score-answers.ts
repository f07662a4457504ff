// Scores answers: recall at a precision, calibration error, log loss and reliability by stratum.

import type { CalibrationBin, Figure, Input, Stratum } from '../decide/model-shape.ts'
import { INPUTS, STRATA } from '../decide/model-shape.ts'

/** The answer of a model to one case. */
export interface ScoredAnswer {
  /** Reports whether the case has a right answer in the index. */
  readonly hasAnswer: boolean
  /** Null when the model gives no answer. */
  readonly answer: string | null
  readonly isRight: boolean
  readonly confidence: number
  /** The probability that the model gave to the right outcome, a building or none. */
  readonly pRight: number
  /** The probability that any candidate is right, and whether one is. */
  readonly any: number
  readonly isAmong: boolean
  readonly weight: number
  readonly stratum: Stratum
  readonly input: Input
}

export interface AnswerFigures {
  readonly n: number
  /** Mean bits that the right outcome cost. */
  readonly logLoss: number
  /** Answers with a confidence of 0.95 or more that are wrong. */
  readonly wrong95: number
  readonly precision95: number
  readonly recall95: number
  readonly recallAt995: number
  readonly recallAt999: number
  readonly ece: number
}

interface Bin {
  n: number
  confidence: number
  right: number
}

/** Puts answers into bins that start at these confidences. Empty bins are left out. */
function binAnswers(answers: readonly ScoredAnswer[], starts: readonly number[]): Bin[] {
  const bins = starts.map((): Bin => ({ n: 0, confidence: 0, right: 0 }))
  for (const { answer, confidence, isRight } of answers) {
    if (answer === null) continue
    let at = starts.length - 1
    while (at > 0 && confidence < (starts[at] as number)) at--
    const bin = bins[at] as Bin
    bin.n++
    bin.confidence += confidence
    bin.right += isRight ? 1 : 0
  }
  return bins.filter(({ n }) => n > 0)
}

const EQUAL_BINS = Array.from({ length: 15 }, (_, i) => i / 15)
/** Narrow at the top, where most answers are and where callers accept them. */
const RELIABILITY_BINS = [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999]

/** The mean distance of confidence and accuracy over bins of equal width. */
export function calibrationError(answers: readonly ScoredAnswer[]): number {
  const bins = binAnswers(answers, EQUAL_BINS)
  const answered = bins.reduce((sum, { n }) => sum + n, 0)
  return bins.reduce((sum, b) => sum + Math.abs(b.confidence - b.right), 0) / Math.max(1, answered)
}

/** The largest recall at which at least this share of the answers is right. */
function recallAt(ranked: readonly ScoredAnswer[], positives: number, precision: number): number {
  let right = 0
  let best = 0
  ranked.forEach((a, i) => {
    if (a.isRight) right++
    if (ranked[i + 1]?.confidence !== a.confidence && right / (i + 1) >= precision) best = right / positives
  })
  return best
}

export function scoreAnswers(answers: readonly ScoredAnswer[]): AnswerFigures {
  const positives = Math.max(1, answers.filter((a) => a.hasAnswer).length)
  const ranked = answers.filter((a) => a.answer !== null).sort((a, b) => b.confidence - a.confidence)
  const sure = ranked.filter((a) => a.confidence >= 0.95)
  const right = sure.filter((a) => a.isRight).length
  const loss = answers.reduce((sum, a) => sum - Math.log2(Math.max(a.pRight, 1e-9)), 0)
  return {
    n: answers.length,
    logLoss: loss / Math.max(1, answers.length),
    wrong95: sure.length - right,
    precision95: sure.length === 0 ? 1 : right / sure.length,
    recall95: right / positives,
    recallAt995: recallAt(ranked, positives, 0.995),
    recallAt999: recallAt(ranked, positives, 0.999),
    ece: calibrationError(answers),
  }
}

export function figureOf(set: string, heldOut: boolean, answers: readonly ScoredAnswer[]): Figure {
  const s = scoreAnswers(answers)
  return {
    set,
    held_out: heldOut,
    n: s.n,
    recall_at_995: round4(s.recallAt995),
    recall_at_999: round4(s.recallAt999),
    precision_95: round4(s.precision95),
    recall_95: round4(s.recall95),
    ece: round4(s.ece),
  }
}

const Z_95 = 1.96

/** The 95 % interval of a share of `n` cases (Wilson). */
export function wilsonInterval(share: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 }
  const spread = Z_95 ** 2 / n
  const centre = (share + spread / 2) / (1 + spread)
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / n + spread / (4 * n))) / (1 + spread)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

const round4 = (x: number): number => Math.round(x * 1e4) / 1e4

export const ANSWER_KINDS = STRATA.flatMap((stratum) => INPUTS.map((input) => ({ stratum, input })))

/** Cases without an answer are of no kind. */
export function answersOf(all: readonly ScoredAnswer[], stratum: Stratum, input: Input): ScoredAnswer[] {
  return all.filter((a) => a.answer !== null && a.stratum === stratum && a.input === input)
}

/** How often answers are right by stated confidence, per stratum and input. */
export function reliabilityOf(answers: readonly ScoredAnswer[], measuredOn: string): CalibrationBin[] {
  return ANSWER_KINDS.flatMap(({ stratum, input }) =>
    binAnswers(answersOf(answers, stratum, input), RELIABILITY_BINS).map(({ n, confidence, right }) => {
      const { low, high } = wilsonInterval(right / n, n)
      return {
        stratum,
        input,
        said: round4(confidence / n),
        was: round4(right / n),
        low: round4(low),
        high: round4(high),
        n,
        measured_on: measuredOn,
      }
    }),
  )
}
