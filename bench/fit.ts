// Fits the model; with --write, writes src/matcher/decide/model.ts and docs/calibration.svg.
//   npx tsx bench/fit.ts [--write] [--labels labels.ndjson --projects projects.ndjson]

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assess } from '../src/matcher/compare/assess.ts'
import type { Weights } from '../src/matcher/compare/components.ts'
import { COMPONENTS, MAX_LEVELS } from '../src/matcher/compare/components.ts'
import { hasHints, rank, stratumOf } from '../src/matcher/decide/decide.ts'
import type { CalibrationMap, Input, Model, Stratum } from '../src/matcher/decide/model-shape.ts'
import { INPUTS, STRATA } from '../src/matcher/decide/model-shape.ts'
import { flattenWeights } from '../src/matcher/decide/score.ts'
import { buildIndex } from '../src/matcher/index/build-index.ts'
import type { StreetIndex } from '../src/matcher/index/street-index.ts'
import type { MatchBuilding } from '../src/matcher/matcher.ts'
import { drawCalibrationPlot } from './calibration-plot.ts'
import { loadDeskLabels } from './desk-labels.ts'
import type { Example } from './fit-weights.ts'
import { fitCalibration, fitWeights, toExample } from './fit-weights.ts'
import type { Case } from './generated-cases.ts'
import { generateCases } from './generated-cases.ts'
import type { Answer } from './score-answers.ts'
import { scoreAnswers, wilsonInterval } from './score-answers.ts'
import { isTestBuilding, share } from './seeded-random.ts'
import { hasShared, sharedBuildings, sharedListings } from './shared-data.ts'
import { MANUAL_COMPONENTS, NEUTRAL_LEVELS, ORDERED_LEVELS, START_WEIGHTS, VETO_CEILINGS } from './start-weights.ts'
import { syntheticBuildings, syntheticCases } from './synthetic-buildings.ts'

const isAbsent = (key: string): boolean => share(`absent ${key}`) < 0.15

/** Cases with the index to match them against, and the weight of each case. */
interface Block {
  readonly name: string
  readonly index: StreetIndex
  readonly cases: readonly Case[]
  readonly weight: (c: Case) => number
}

const present = (buildings: readonly MatchBuilding[]): MatchBuilding[] => buildings.filter((b) => !isAbsent(b.key))

/** Errors that in practice often mean another address count less. */
const errorWeight = (c: Case): number => {
  if (c.kind === 'Street for Avenue') return 0.5
  return c.kind === 'direction on the other axis' ? 0.3 : 1
}

function listingCases(hints: 'all' | 'none', known: (key: string) => boolean): Case[] {
  return sharedListings().map((l) => ({
    id: l.id,
    text: l.text,
    city: hints === 'all' ? l.city : null,
    province: hints === 'all' ? l.province : null,
    truth: l.building_key !== null && known(l.building_key) ? l.building_key : null,
    kind: `listing, hints ${hints}`,
    source: l.building_key ?? l.id,
  }))
}

/** The value of a command-line option. */
function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

function blocks(): Block[] {
  const synthetic = syntheticBuildings()
  const syntheticIndex = buildIndex(present(synthetic))
  const out: Block[] = [
    {
      name: 'own faults',
      index: syntheticIndex,
      cases: generateCases(synthetic, { seed: 11, sample: 0.12, isAbsent, hints: 'mixed' }),
      weight: errorWeight,
    },
    { name: 'own styles', index: syntheticIndex, cases: syntheticCases(synthetic, isAbsent), weight: () => 1 },
  ]
  const [labels, projects] = [optionOf('--labels'), optionOf('--projects')]
  if (labels !== undefined && projects !== undefined)
    out.push({ name: 'desk labels', ...loadDeskLabels(labels, projects), weight: () => 2 })
  if (!hasShared()) return out
  const shared = sharedBuildings()
  const index = buildIndex(present(shared))
  const full = buildIndex(shared)
  const isPresent = (key: string): boolean => !isAbsent(key)
  out.push(
    { name: 'listings', index: full, cases: listingCases('all', () => true), weight: () => 2 },
    { name: 'listings, some absent', index, cases: listingCases('all', isPresent), weight: () => 1 },
    { name: 'listings without hints', index: full, cases: listingCases('none', () => true), weight: () => 0.5 },
    {
      name: 'faults',
      index,
      cases: generateCases(shared, { seed: 5, sample: 0.07, isAbsent, hints: 'all' }),
      weight: errorWeight,
    },
    {
      name: 'faults, hints mixed',
      index,
      cases: generateCases(shared, { seed: 6, sample: 0.03, isAbsent, hints: 'mixed' }),
      weight: errorWeight,
    },
  )
  return out
}

const query = (c: Case) => ({ address: c.text, city: c.city, province: c.province })

function examples(all: readonly Block[], weights: Weights): Example[] {
  const out: Example[] = []
  for (const { index, cases, weight } of all)
    for (const c of cases) {
      if (isTestBuilding(c.source)) continue
      const assessment = assess(index, weights, query(c))
      if (assessment.candidates.length === 0) continue
      out.push(toExample(assessment, (b) => index.keys[b] === c.truth, weight(c)))
    }
  return out
}

/** An answer with the probability that any candidate is right, and whether one is. */
type CalibrationCase = Answer & {
  readonly any: number
  readonly isAmong: boolean
  readonly weight: number
  readonly stratum: Stratum
  readonly input: Input
}

function answers(block: Block, model: Model, isTest: boolean): CalibrationCase[] {
  const weights = flattenWeights(model)
  const { index } = block
  return block.cases
    .filter((c) => isTestBuilding(c.source) === isTest)
    .map((c) => {
      const { ranked, none } = rank(index, assess(index, weights, query(c)), model)
      const [top] = ranked
      const answer = top && top.confidence >= 0.2 ? (index.keys[top.candidate.building] as string) : null
      const isAmong = c.truth !== null && ranked.some((r) => index.keys[r.candidate.building] === c.truth)
      return {
        truth: c.truth,
        answer,
        confidence: top?.confidence ?? 0,
        kind: c.kind,
        any: 1 - none,
        isAmong,
        weight: block.weight(c),
        stratum: top ? stratumOf(top.candidate) : 'exact',
        input: hasHints(query(c)) ? 'hints' : 'text',
      }
    })
}

/** Shifts each component so that its neutral level weighs 0 bits. The prior absorbs the shift, so no score changes. */
function centre(weights: Weights): Weights {
  const out = weights.slice()
  COMPONENTS.forEach((component, c) => {
    const neutral = (component.levels as readonly string[]).indexOf(NEUTRAL_LEVELS[component.name] ?? '')
    if (neutral < 0) return
    const shift = out[c * MAX_LEVELS + neutral] as number
    const isManual = MANUAL_COMPONENTS.includes(component.name)
    for (let l = 0; l < component.levels.length; l++)
      out[c * MAX_LEVELS + l] = isManual
        ? (start[c * MAX_LEVELS + l] as number)
        : (out[c * MAX_LEVELS + l] as number) - shift
    out[0]! += shift
  })
  return out
}

/** One map for each stratum and input. */
function mapsOf(map: (stratum: Stratum, input: Input) => CalibrationMap): Model['calibration'] {
  const ofStratum = (stratum: Stratum) => ({ hints: map(stratum, 'hints'), text: map(stratum, 'text') })
  return {
    exact: ofStratum('exact'),
    partial: ofStratum('partial'),
    fuzzy: ofStratum('fuzzy'),
    name: ofStratum('name'),
  }
}

function toModel(weights: Weights, calibration: Model['calibration'], version: string): Model {
  const round = (n: number): number => Math.round(n * 100) / 100
  return {
    version,
    weights: Object.fromEntries(
      COMPONENTS.map((component, c) => [
        component.name,
        Object.fromEntries(component.levels.map((level, l) => [level, round(weights[c * MAX_LEVELS + l] as number)])),
      ]),
    ),
    calibration: mapsOf((stratum, input) =>
      calibration[stratum][input].map(([x, y]) => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5] as const),
    ),
  }
}

const percent = (x: number): string => (100 * x).toFixed(2)

const all = blocks()
const start = flattenWeights({ weights: START_WEIGHTS })
const weightIndexes = new Map<string, number>()
COMPONENTS.forEach((component, c) => {
  component.levels.forEach((level, l) => {
    weightIndexes.set(`${component.name}.${level}`, c * MAX_LEVELS + l)
  })
})
const at = (name: string): number => {
  const found = weightIndexes.get(name)
  if (found === undefined) throw new Error(`Unknown level ${name} in bench/start-weights.ts`)
  return found
}
const ceiling = new Map(Object.entries(VETO_CEILINGS).map(([name, limit]) => [at(name), limit]))
const ordered = ORDERED_LEVELS.map((chain) => chain.map(at))
let weights = start
for (let pass = 1; pass <= 2; pass++) {
  const set = examples(all, weights)
  const result = fitWeights(set, { start, pull: 2, rounds: 220, rate: 0.08, ceiling, ordered })
  weights = result.weights
  console.log(`pass ${pass}: ${set.length} cases, ${result.loss.toFixed(5)} bits per case`)
}
const identity = mapsOf(() => [
  [0, 0],
  [1, 1],
])
weights = centre(weights)
const raw = toModel(weights, identity, 'raw')
const fitted = all.flatMap((block) => answers(block, raw, false))
const calibration = mapsOf((stratum, input) =>
  fitCalibration(
    fitted
      .filter((a) => a.any > 0.02 && a.stratum === stratum && a.input === input)
      .map((a) => ({ p: a.any, right: a.isAmong, weight: a.weight })),
  ),
)
const model = toModel(weights, calibration, 'm1')
const figures: {
  set: string
  held_out: boolean
  n: number
  recall_at_995: number
  recall_at_999: number
  precision_95: number
  recall_95: number
  ece: number
}[] = []
for (const block of all)
  for (const isTest of [false, true]) {
    const s = scoreAnswers(answers(block, model, isTest))
    figures.push({
      set: block.name,
      held_out: isTest,
      n: s.n,
      recall_at_995: s.recallAt995,
      recall_at_999: s.recallAt999,
      precision_95: s.precision95,
      recall_95: s.recall95,
      ece: s.ece,
    })
    console.log(
      `${block.name.padEnd(24)} ${isTest ? 'held out' : 'fitted  '} n ${String(s.n).padStart(6)}  R@P99.5 ${percent(s.recallAt995)}  R@P99.9 ${percent(s.recallAt999)}  ` +
        `P@.95 ${percent(s.precision95)}  R@.95 ${percent(s.recall95)}  ECE ${s.ece.toFixed(4)}`,
    )
  }
const measuredOn = `held-out cases: ${hasShared() ? 'real listings, and generated errors in real and' : 'generated errors in'} synthetic addresses`
const round4 = (n: number): number => Math.round(n * 1e4) / 1e4
const heldOut = all.flatMap((block) => answers(block, model, true))
const table = STRATA.flatMap((stratum) =>
  INPUTS.flatMap((input) => {
    const { bins } = scoreAnswers(
      heldOut.filter((a) => a.stratum === stratum && a.input === input),
      20,
    )
    return bins.map((b) => {
      const { low, high } = wilsonInterval(b.accuracy, b.n)
      return {
        stratum,
        input,
        said: round4(b.confidence),
        was: round4(b.accuracy),
        low: round4(low),
        high: round4(high),
        n: b.n,
        measured_on: measuredOn,
      }
    })
  }),
)
console.log(`calibration ${JSON.stringify(model.calibration)}`)
if (process.argv.includes('--write')) {
  const json = (value: unknown): string => JSON.stringify(value, null, 2)
  const text = `// The model as data: weights, calibration map and measured accuracy. Written by bench/fit.ts; do not edit.

import type { CalibrationBin, Figure, Model } from './model-shape.ts'

export const MODEL: Model = ${json(model)}

/** Accuracy of this model. Held-out sets were not used for fitting. */
export const FIGURES: readonly Figure[] = ${json(figures)}

/** How often answers are right by stated confidence, on held-out cases. */
export const calibrationTable: readonly CalibrationBin[] = ${json(table)}
`
  writeFileSync(fileURLToPath(new URL('../src/matcher/decide/model.ts', import.meta.url)), text)
  writeFileSync(fileURLToPath(new URL('../docs/calibration.svg', import.meta.url)), drawCalibrationPlot(table))
  console.log('Wrote src/matcher/decide/model.ts and docs/calibration.svg. Now run npm run fix.')
}
