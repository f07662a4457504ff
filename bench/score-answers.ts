// Scores answers like the shared scorer: recall at a precision, calibration error, counts.

export interface Answer {
  readonly truth: string | null
  readonly answer: string | null
  readonly confidence: number
  readonly kind: string
}

export interface AnswerScore {
  readonly n: number
  readonly positives: number
  readonly precision95: number
  readonly recall95: number
  readonly negatives95: number
  readonly recallAt995: number
  readonly recallAt999: number
  readonly top1: number
  readonly ece: number
  readonly bins: readonly { n: number; confidence: number; accuracy: number }[]
}

const isRight = (a: Answer): boolean => a.truth !== null && a.answer === a.truth

function recallAt(answers: readonly Answer[], positives: number, floor: number): number {
  const ranked = answers.filter((a) => a.answer !== null).sort((a, b) => b.confidence - a.confidence)
  let right = 0
  let best = 0
  ranked.forEach((a, i) => {
    if (isRight(a)) right++
    if (ranked[i + 1]?.confidence !== a.confidence && right / (i + 1) >= floor) best = right / Math.max(1, positives)
  })
  return best
}

export function scoreAnswers(answers: readonly Answer[], binCount = 15): AnswerScore {
  const positives = answers.filter((a) => a.truth !== null).length
  const sure = answers.filter((a) => a.answer !== null && a.confidence >= 0.95)
  const right = sure.filter(isRight).length
  const bins = Array.from({ length: binCount }, () => ({ n: 0, confidence: 0, accuracy: 0 }))
  let answered = 0
  for (const a of answers) {
    if (a.answer === null) continue
    answered++
    const bin = bins[Math.min(binCount - 1, Math.floor(a.confidence * binCount))] as {
      n: number
      confidence: number
      accuracy: number
    }
    bin.n++
    bin.confidence += a.confidence
    bin.accuracy += isRight(a) ? 1 : 0
  }
  return {
    n: answers.length,
    positives,
    precision95: right / Math.max(1, sure.length),
    recall95: right / Math.max(1, positives),
    negatives95: sure.filter((a) => a.truth === null).length,
    recallAt995: recallAt(answers, positives, 0.995),
    recallAt999: recallAt(answers, positives, 0.999),
    top1: answers.filter(isRight).length / Math.max(1, positives),
    ece: bins.reduce((sum, b) => sum + Math.abs(b.confidence - b.accuracy), 0) / Math.max(1, answered),
    bins: bins
      .filter((b) => b.n > 0)
      .map((b) => ({ n: b.n, confidence: b.confidence / b.n, accuracy: b.accuracy / b.n })),
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
