// Refits a model on new labels and decides, on held-out cases, whether the result is better.

import type { Input, MeasuredModel, Model, Stratum } from '../decide/model-shape.ts'
import type { StreetLexicon } from '../index/street-lexicon.ts'
import type { MatchBuilding } from '../types/match-query.ts'
import type { PreparedBlock } from './fit-model.ts'
import { answerCases, fitModel, measureModel } from './fit-model.ts'
import type { CaseBlock, LabelledCase } from './labelled-case.ts'
import { share } from './labelled-case.ts'
import type { AnswerFigures, ScoredAnswer } from './score-answers.ts'
import { ANSWER_KINDS, answersOf, scoreAnswers } from './score-answers.ts'

/** Held-out figures of one kind of answer, before and after. */
export interface StratumChange {
  readonly stratum: Stratum
  readonly input: Input
  readonly before: AnswerFigures
  readonly after: AnswerFigures
}

export interface Refit {
  readonly before: AnswerFigures
  readonly after: AnswerFigures
  readonly strata: readonly StratumChange[]
  /** Why the refitted model must not replace the current one; null when it is better. */
  readonly objection: string | null
  readonly fitted: MeasuredModel
}

export interface RefitOptions {
  readonly current: Model
  readonly version: string
  readonly measuredOn: string
  readonly report: (message: string) => void
}

/** With fewer held-out labels, a difference between two models is mostly chance. */
export const MIN_HELD_OUT = 200
/** Number of cases that the current model counts for, so that few labels change little. */
const PULL = 40
/** Log loss must fall by at least this share, and by this many bits per label. */
const MIN_GAIN = 0.01
const MIN_GAIN_BITS = 0.0005
/** Anchors are nearly certain, so any honest doubt costs them a little. */
const MAX_ANCHOR_LOSS_BITS = 0.01
/** Recall at 0.95 may fall by this much at most. */
const MAX_RECALL_LOSS = 0.005

/**
 * `anchors` are cases that the current model gets right. They keep a refit on difficult labels from spoiling the easy
 * addresses, and count in the comparison.
 */
export function refit(
  labels: readonly PreparedBlock[],
  anchors: readonly PreparedBlock[],
  options: RefitOptions,
): Refit {
  const { current, version, measuredOn, report } = options
  const before = { labels: heldOutAnswers(labels, current), anchors: heldOutAnswers(anchors, current) }
  report(`Measured the current model ${current.version} on ${before.labels.length} held-out labels.`)
  const model = fitModel([...labels, ...atLeastAsHeavy(anchors, labels)], {
    version,
    start: current.weights,
    calibration: current.calibration,
    pull: PULL,
    report,
  })
  report('Measuring the refitted model.')
  const after = { labels: heldOutAnswers(labels, model), anchors: heldOutAnswers(anchors, model) }
  const [was, is] = [scoreAnswers(before.labels), scoreAnswers(after.labels)]
  const anchored = { before: scoreAnswers(before.anchors), after: scoreAnswers(after.anchors) }
  return {
    before: was,
    after: is,
    strata: ANSWER_KINDS.map(({ stratum, input }) => ({
      stratum,
      input,
      before: scoreAnswers(answersOf(before.labels, stratum, input)),
      after: scoreAnswers(answersOf(after.labels, stratum, input)),
    })).filter((change) => change.before.n + change.after.n > 0),
    objection:
      objectionTo(was, is, 'held-out labels', MIN_GAIN_BITS) ??
      objectionTo(anchored.before, anchored.after, 'addresses of the buildings', MAX_ANCHOR_LOSS_BITS) ??
      (isGain(was.logLoss - is.logLoss, was.logLoss) ? null : 'the held-out labels are not answered better'),
    fitted: measureModel(labels, model, measuredOn),
  }
}

const isGain = (gain: number, before: number): boolean => gain >= Math.max(MIN_GAIN * before, MIN_GAIN_BITS)

/** In a small catalogue there are few anchors; together they count at least as much as the labels. */
function atLeastAsHeavy(anchors: readonly PreparedBlock[], labels: readonly PreparedBlock[]): PreparedBlock[] {
  const count = (blocks: readonly PreparedBlock[]): number => blocks.reduce((sum, { fitted }) => sum + fitted.length, 0)
  const weight = Math.max(1, count(labels) / Math.max(1, count(anchors)))
  return anchors.map((block) => ({ ...block, weight: () => weight }))
}

function heldOutAnswers(blocks: readonly PreparedBlock[], model: Model): ScoredAnswer[] {
  return blocks.flatMap((block) => answerCases(block, block.heldOut, model))
}

function objectionTo(before: AnswerFigures, after: AnswerFigures, what: string, maxLoss: number): string | null {
  if (after.wrong95 > before.wrong95)
    return `of the ${what}, ${after.wrong95} instead of ${before.wrong95} get a wrong answer at 0.95 or more`
  if (after.recall95 < before.recall95 - MAX_RECALL_LOSS) return `of the ${what}, fewer get an answer at 0.95 or more`
  if (after.logLoss > before.logLoss + maxLoss) return `the ${what} are answered worse`
  return null
}

/** At most this many buildings become anchors. */
const MAX_ANCHORS = 3_000

/** The addresses of the buildings as cases: half with hints, half with the place in the text. */
export function anchorBlock(buildings: readonly MatchBuilding[], streets?: StreetLexicon): CaseBlock {
  const sampled = buildings.filter(({ key }) => share(`anchor ${key}`) < MAX_ANCHORS / buildings.length)
  const keysByAddress = new Map<string, string[]>()
  for (const building of buildings) {
    const address = addressOf(building)
    keysByAddress.set(address, [...(keysByAddress.get(address) ?? []), building.key])
  }
  return {
    name: 'published addresses',
    buildings,
    streets,
    cases: sampled.map((building): LabelledCase => {
      const { key, city, province, group } = building
      const line = building.addresses[0]?.line ?? ''
      const hasHints = share(`hints ${key}`) < 0.5
      return {
        id: key,
        text: hasHints ? line : `${line}, ${city}, ${province}`,
        city: hasHints ? city : null,
        province: hasHints ? province : null,
        truth: key,
        also: keysByAddress.get(addressOf(building)) ?? [],
        truthGroup: group ?? null,
        kind: 'published address',
        source: key,
      }
    }),
  }
}

const addressOf = ({ addresses, city, province }: MatchBuilding): string =>
  `${addresses[0]?.line}|${city}|${province}`.toLowerCase()
