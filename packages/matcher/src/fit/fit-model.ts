// Fits a model on blocks of labelled cases, weights then calibration, and measures it.

import { assess } from '../compare/assess.ts'
import type { Weights } from '../compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../compare/components.ts'
import { hasHints, rank } from '../decide/decide.ts'
import type { Figure, MeasuredModel, Model } from '../decide/model-shape.ts'
import { flattenWeights } from '../decide/score.ts'
import { buildIndex } from '../index/build-index.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { centreWeights, readConstraints, weightProblems } from './constraints.ts'
import { ExampleCollector } from './examples.ts'
import { fitMaps, IDENTITY, mapsOf } from './fit-calibration.ts'
import { fitWeights } from './fit-weights.ts'
import type { CaseBlock, LabelledCase } from './labelled-case.ts'
import { hasAnswer, isHeldOut, isRightBuilding, queryOf } from './labelled-case.ts'
import type { ScoredAnswer } from './score-answers.ts'
import { figureOf, reliabilityOf } from './score-answers.ts'

export interface PreparedBlock {
  readonly name: string
  readonly index: StreetIndex
  readonly fitted: readonly LabelledCase[]
  readonly heldOut: readonly LabelledCase[]
  readonly weight: (c: LabelledCase) => number
}

export interface FitOptions {
  readonly version: string
  /** The weights that fitting starts from and is pulled towards. */
  readonly start: Model['weights']
  /** Number of cases that the start counts for. */
  readonly pull: number
  /** The maps that calibration starts from. Default: the probabilities as they are. */
  readonly calibration?: Model['calibration']
  readonly report?: (message: string) => void
}

const PASSES = 2
/** Below this confidence the matcher gives no answer by default. */
const MIN_ANSWER = 0.2
/** Cases in which nearly nothing was found say nothing about calibration. */
const MIN_ANY = 0.02

export function prepareBlock(block: CaseBlock): PreparedBlock {
  const { name, cases, weight = 1 } = block
  return {
    name,
    index: 'index' in block ? block.index : buildIndex(block.buildings, block.streets),
    fitted: cases.filter((c) => !isHeldOut(c.source)),
    heldOut: cases.filter((c) => isHeldOut(c.source)),
    weight: typeof weight === 'number' ? () => weight : weight,
  }
}

function roundedWeights(weights: Weights): Model['weights'] {
  const round = (x: number): number => Math.round(x * 100) / 100
  return Object.fromEntries(
    COMPONENTS.map(({ name, levels, weighed }, c) => {
      const bitsOf = (level: string): number => round(weights[c * MAX_LEVELS + levels.indexOf(level)] as number)
      return [name, Object.fromEntries(weighed.map((level) => [level, bitsOf(level)]))]
    }),
  )
}

/** The model's answers, through the same ranking that callers get. */
export function answerCases(
  { index, weight }: PreparedBlock,
  cases: readonly LabelledCase[],
  model: Model,
): ScoredAnswer[] {
  const weights = flattenWeights(model)
  return cases.map((c): ScoredAnswer => {
    const query = queryOf(c)
    const { ranked, none, any, stratum } = rank(index, assess(index, weights, query), model)
    const [top] = ranked
    const isRight = (building: number): boolean => isRightBuilding(index, building, c)
    /** A project is right when one of its towers is. */
    const isRightAnswer = ({ candidate, level }: (typeof ranked)[number]): boolean =>
      isRight(candidate.building) || (level === 'project' && hasRightTower(index, candidate.building, isRight))
    const right = ranked.filter(isRightAnswer)
    return {
      hasAnswer: hasAnswer(c),
      answer: top && top.confidence >= MIN_ANSWER ? index.keys.get(top.candidate.building) : null,
      isRight: top !== undefined && top === right[0],
      confidence: top?.confidence ?? 0,
      pRight: right.length > 0 ? right.reduce((sum, r) => sum + r.confidence, 0) : none,
      any,
      isAmong: right.length > 0,
      weight: weight(c),
      stratum: stratum ?? 'exact',
      input: hasHints(query) ? 'hints' : 'text',
    }
  })
}

function hasRightTower(index: StreetIndex, tower: number, isRight: (building: number) => boolean): boolean {
  const group = index.group[tower] as number
  return group >= 0 && index.group.some((g, building) => g === group && isRight(building))
}

/** Fits only on cases that are not held out. */
export function fitModel(blocks: readonly PreparedBlock[], options: FitOptions): Model {
  const { version, report = () => {} } = options
  const problems = weightProblems(options.start)
  if (problems.length > 0) throw new Error(`The start weights do not fit the components: ${problems.join('; ')}.`)
  const start = centreWeights(flattenWeights({ weights: options.start }))
  const constraints = readConstraints()
  let weights = start
  for (let pass = 1; pass <= PASSES; pass++) {
    // candidates depend on the weights, so every pass looks for them again
    const collector = new ExampleCollector()
    for (const { index, fitted, weight } of blocks) for (const c of fitted) collector.add(index, weights, c, weight(c))
    const examples = collector.finish()
    report(`Pass ${pass} of ${PASSES}: fitting ${examples.cases} cases, ${examples.weight.length} of them different.`)
    const fitted = fitWeights(examples, { start, pull: options.pull, rounds: 800, rate: 0.08, ...constraints })
    weights = fitted.weights
    report(`Pass ${pass} of ${PASSES}: ${fitted.loss.toFixed(5)} bits per case.`)
  }
  const bits = roundedWeights(weights)
  report('Fitting the calibration.')
  const raw: Model = { version, weights: bits, calibration: mapsOf(() => IDENTITY) }
  const points = blocks.flatMap((block) =>
    answerCases(block, block.fitted, raw)
      .filter(({ any }) => any > MIN_ANY)
      .map(({ any, isAmong, weight, stratum, input }) => ({ p: any, right: isAmong, weight, stratum, input })),
  )
  return { ...raw, calibration: fitMaps(points, (s, i) => options.calibration?.[s][i] ?? IDENTITY) }
}

/** Every figure says whether it is measured on held-out cases; `measuredOn` says what those are. */
export function measureModel(blocks: readonly PreparedBlock[], model: Model, measuredOn: string): MeasuredModel {
  const figures: Figure[] = []
  const allHeldOut: ScoredAnswer[] = []
  for (const block of blocks) {
    const heldOut = answerCases(block, block.heldOut, model)
    figures.push(figureOf(block.name, false, answerCases(block, block.fitted, model)))
    figures.push(figureOf(block.name, true, heldOut))
    for (const answer of heldOut) allHeldOut.push(answer)
  }
  return { model, figures, reliability: reliabilityOf(allHeldOut, measuredOn) }
}
