// The figures of a set: recall at a precision, wrong answers, calibration error, ties.

import type { Answered, CaseSet } from './answer-set.ts'

/** Shares are from 0 to 1; wrong and accepted answers are counts. */
export interface Figures {
  readonly n: number
  readonly positives: number
  readonly r995?: number
  readonly r999?: number
  /** Recall at precision 99 %, only of all places, roles and numbers together. */
  readonly r99?: number
  readonly p95?: number
  readonly r95?: number
  /** Recall at 0.8, the confidence from which the outcome is `matched`. */
  readonly r80?: number
  /** Wrong answers at 0.95 and at 0.5. */
  readonly wrong95: number
  readonly wrong50: number
  readonly ece?: number
  /** The share of ties with no answer above 0.7, or of cases for review below 0.95; and the share that shows the buildings. */
  readonly low?: number
  readonly shown?: number
  /** The share of refusals whose reason is true. */
  readonly reason?: number
  /** The share of right answers whose unit is right too. */
  readonly unit?: number
}

export type FigureName = Exclude<keyof Figures, 'n' | 'positives'>

export const isLowerBetter = (name: FigureName): boolean => name === 'ece' || name === 'wrong95' || name === 'wrong50'
export const isCount = (name: FigureName): boolean => name === 'wrong95' || name === 'wrong50'

/** A case that needs no answer may get a right one, which is not wrong and adds nothing to recall. */
const isFound = (a: Answered): boolean => a.isRight && a.case.truth !== null

const byConfidence = (answers: readonly Answered[]): Answered[] =>
  answers.filter((a) => a.answer !== null).sort((a, b) => b.confidence - a.confidence)

const positivesOf = (answers: readonly Answered[]): number => answers.filter((a) => a.case.truth !== null).length

/** The recall at the lowest confidence from which the answers are so precise. */
export function recallOf(answers: readonly Answered[], precision: number): number {
  const ranked = byConfidence(answers)
  const positives = Math.max(1, positivesOf(answers))
  let right = 0
  let found = 0
  let best = 0
  ranked.forEach((a, i) => {
    if (a.isRight) right++
    if (isFound(a)) found++
    if (ranked[i + 1]?.confidence !== a.confidence && right / (i + 1) >= precision) best = found / positives
  })
  return best
}

export interface Bin {
  readonly n: number
  readonly said: number
  readonly was: number
}

/** Bins of equal width by confidence. Empty bins are left out. */
export function binAnswers(answers: readonly Answered[], count: number): Bin[] {
  const bins = Array.from({ length: count }, () => ({ n: 0, said: 0, was: 0 }))
  for (const { answer, confidence, isRight } of answers) {
    const bin = bins[Math.min(count - 1, Math.floor(confidence * count))]
    if (answer === null || !bin) continue
    bin.n++
    bin.said += confidence
    bin.was += isRight ? 1 : 0
  }
  return bins.filter(({ n }) => n > 0).map(({ n, said, was }) => ({ n, said: said / n, was: was / n }))
}

function calibrationError(answers: readonly Answered[]): number {
  const bins = binAnswers(answers, 15)
  const answered = bins.reduce((sum, b) => sum + b.n, 0)
  return bins.reduce((sum, b) => sum + b.n * Math.abs(b.said - b.was), 0) / Math.max(1, answered)
}

export function figuresOf(measure: CaseSet['measure'], answers: readonly Answered[]): Figures {
  const n = answers.length
  const positives = positivesOf(answers)
  const ranked = byConfidence(answers)
  const from = (confidence: number) => ranked.filter((a) => a.confidence >= confidence)
  const wrong = (confidence: number) => from(confidence).filter((a) => !a.isRight).length
  const base = { n, positives, wrong95: wrong(0.95), wrong50: wrong(0.5) }
  if (measure === 'refuse') return base
  const shareOf = (isGood: (a: Answered) => boolean): number => answers.filter(isGood).length / Math.max(1, n)
  if (measure === 'reason')
    return { ...base, reason: shareOf((a) => a.case.reasons?.includes(a.reason ?? '') ?? false) }
  if (measure === 'review') {
    const wanted = ({ truth, tied }: Answered['case']): readonly string[] => tied ?? (truth === null ? [] : [truth])
    return {
      ...base,
      wrong95: from(0.95).length,
      low: shareOf((a) => a.confidence < 0.95),
      shown: shareOf((a) => wanted(a.case).every((key) => a.shown.includes(key))),
    }
  }
  if (measure === 'tie') {
    const isShown = ({ case: { tied }, answer, second }: Answered): boolean =>
      answer !== null && second !== null && Boolean(tied?.includes(answer) && tied.includes(second))
    return {
      ...base,
      low: shareOf((a) => a.confidence <= 0.7),
      shown: shareOf(isShown),
    }
  }
  const right = (confidence: number) => from(confidence).filter((a) => a.isRight).length
  return {
    ...base,
    r995: recallOf(answers, 0.995),
    r999: recallOf(answers, 0.999),
    p95: from(0.95).length === 0 ? 1 : right(0.95) / from(0.95).length,
    r95: from(0.95).filter(isFound).length / Math.max(1, positives),
    r80: from(0.8).filter(isFound).length / Math.max(1, positives),
    ece: calibrationError(answers),
  }
}
