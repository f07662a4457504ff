// Fitting: weights learn from cases, calibration maps rise, and held-out buildings stay out.

import type { MatchBuilding } from '@plinth/matcher'
import { COMPONENTS } from '@plinth/matcher/internal/compare/components'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { INPUTS, STRATA } from '@plinth/matcher/internal/decide/model-shape'
import { calibrate } from '@plinth/matcher/internal/decide/score'
import { START_WEIGHTS, weightProblems } from '@plinth/matcher/internal/fit/constraints'
import { fitCalibration, fitMaps, IDENTITY } from '@plinth/matcher/internal/fit/fit-calibration'
import { answerCases, fitModel, measureModel, prepareBlock } from '@plinth/matcher/internal/fit/fit-model'
import type { LabelledCase } from '@plinth/matcher/internal/fit/labelled-case'
import { isHeldOut } from '@plinth/matcher/internal/fit/labelled-case'
import { scoreAnswers, wilsonInterval } from '@plinth/matcher/internal/fit/score-answers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Hazel', 'Juniper', 'Larch', 'Maple']
const buildings: MatchBuilding[] = NAMES.flatMap((name, n) =>
  [10, 20, 30].map((number) => ({
    key: `${name}-${number}`,
    ...(number === 30 ? { group: `towers-${n}`, name: `${name} Towers` } : {}),
    addresses: [{ line: `${number} ${name} St` }],
    city: 'Toronto',
    province: 'ON',
  })),
)
buildings.push({
  key: 'Alder-32',
  group: 'towers-0',
  name: 'Alder Towers',
  addresses: [{ line: '30 Alder St' }],
  city: 'Toronto',
  province: 'ON',
})

const hints = { city: 'Toronto', province: 'ON' }
const cases: LabelledCase[] = buildings
  .filter((b) => b.group === undefined)
  .flatMap((b) => {
    const line = b.addresses[0]?.line as string
    const one = { ...hints, kind: 'test', source: b.key }
    return [
      { ...one, id: `${b.key} clean`, text: line, truth: b.key },
      { ...one, id: `${b.key} text`, text: `${line}, Toronto`, city: null, province: null, truth: b.key },
      { ...one, id: `${b.key} wrong`, text: line.replace(/^\d+/, '77'), truth: null },
    ]
  })

const options = { version: 'test', start: START_WEIGHTS, pull: 2 }

describe('fitModel', () => {
  it('fits a model that answers held-out cases and reports both parts', () => {
    const blocks = [prepareBlock({ name: 'streets', buildings, cases })]
    const { model, figures, reliability } = measureModel(blocks, fitModel(blocks, options), 'a test')
    expect(model.version).toBe('test')
    expect(weightProblems(model.weights)).toEqual([])
    expect(figures.map(({ held_out }) => held_out)).toEqual([false, true])
    expect(figures.reduce((sum, { n }) => sum + n, 0)).toBe(cases.length)
    expect(figures[1]).toMatchObject({ set: 'streets', precision_95: 1 })
    expect(reliability.length).toBeGreaterThan(0)
    expect(reliability.every(({ low, was, high }) => low <= was && was <= high)).toBe(true)
  })

  it('gives the same model twice', () => {
    const fitted = () => fitModel([prepareBlock({ name: 'streets', buildings, cases })], options)
    expect(fitted()).toEqual(fitted())
  })

  it('stays near the start when few cases disagree and the pull is strong', () => {
    const odd = cases.filter(({ id }) => id.endsWith('clean')).map((c) => ({ ...c, truth: null }))
    const refit = (pull: number) =>
      fitModel([prepareBlock({ name: 'odd', buildings, cases: odd })], { ...options, start: MODEL.weights, pull })
    const moved = (pull: number) => Math.abs(refit(pull).weights.prior!.base! - MODEL.weights.prior!.base!)
    expect(moved(10_000)).toBeLessThan(0.1)
    expect(moved(0.1)).toBeGreaterThan(1)
  })

  it('names the levels that the start weights do not cover', () => {
    const { city, ...rest } = START_WEIGHTS
    const { missing, ...others } = city!
    const start = { ...rest, city: { ...others, invented: 1 } }
    expect(() => fitModel([], { ...options, start })).toThrow(
      /city\.missing has no weight; city\.invented is not a level/,
    )
  })

  it('keeps the order and the ceilings of the table', () => {
    const blocks = [prepareBlock({ name: 'streets', buildings, cases })]
    const { weights } = fitModel(blocks, options)
    for (const { name, weighed, record } of COMPONENTS) {
      expect(Object.keys(weights[name]!), name).toEqual(weighed)
      for (const level of weighed)
        expect(weights[name]![level], `${name}.${level}`).toBeLessThanOrEqual(record.levels[level]!.ceiling ?? Infinity)
      for (const chain of record.falling ?? [])
        chain.slice(1).forEach((level, i) => {
          expect(weights[name]![level], `${name}.${level}`).toBeLessThan(weights[name]![chain[i]!]!)
        })
    }
  })
})

describe('answerCases', () => {
  const answer = (c: Partial<LabelledCase>) => {
    const whole = { id: 'x', text: '', kind: 'test', source: 'x', truth: null, ...hints, ...c }
    return answerCases(prepareBlock({ name: 'one', buildings, cases: [] }), [whole], MODEL)[0]!
  }

  it('counts every tower of the group as right when only the project is labelled', () => {
    expect(answer({ text: '30 Alder St', truthGroup: 'towers-0' })).toMatchObject({ hasAnswer: true, isRight: true })
    expect(answer({ text: '30 Alder St', truthGroup: 'towers-1' })).toMatchObject({ hasAnswer: true, isRight: false })
  })

  it('counts a project as right when the labelled tower belongs to it', () => {
    expect(answer({ text: '30 Alder St', truth: 'Alder-32' })).toMatchObject({ isRight: true, isAmong: true })
  })

  it('accepts other right keys', () => {
    expect(answer({ text: '10 Birch St', truth: 'gone' }).isRight).toBe(false)
    expect(answer({ text: '10 Birch St', truth: 'gone', also: ['Birch-10'] }).isRight).toBe(true)
  })

  it('counts a link as wrong when there is no right answer', () => {
    const linked = answer({ text: '10 Birch St', truth: null })
    expect(linked).toMatchObject({ isRight: false, answer: 'Birch-10' })
    expect(scoreAnswers([linked])).toMatchObject({ wrong95: 1, precision95: 0 })
  })
})

describe('isHeldOut', () => {
  it('holds out about three buildings in ten, always the same', () => {
    const heldOut = Array.from({ length: 2_000 }, (_, i) => `building ${i}`).filter(isHeldOut)
    expect(heldOut.length / 2_000).toBeCloseTo(0.3, 1)
    expect(heldOut.every(isHeldOut)).toBe(true)
  })
})

describe('calibration maps', () => {
  const probability = fc.double({ min: 0, max: 1, noNaN: true })
  const points = fc.array(fc.record({ p: probability, right: fc.boolean(), weight: fc.constantFrom(0.3, 1, 2, 50) }), {
    maxLength: 300,
  })

  it('rise strictly from 0 and never reach 1, for any points', () => {
    fc.assert(
      fc.property(points, points, (some, more) => {
        for (const map of [fitCalibration(some, IDENTITY), fitCalibration(more, fitCalibration(some, IDENTITY))]) {
          if (some.length === 0) continue
          expect(map[0]).toEqual([0, 0])
          expect(map.at(-1)![0]).toBe(1)
          expect(map.at(-1)![1]).toBeLessThan(1)
          for (let i = 1; i < map.length; i++) {
            expect(map[i]![0]).toBeGreaterThan(map[i - 1]![0])
            expect(map[i]![1]).toBeGreaterThan(map[i - 1]![1])
          }
        }
      }),
    )
  })

  const sure = (n: number, right: number, p = 0.99999) =>
    Array.from({ length: n }, (_, i) => ({ p, right: i < right, weight: 1 }))

  it('lower the confidence of answers that are often wrong, even next to 1', () => {
    const map = fitCalibration(sure(2_000, 1_400), IDENTITY)
    expect(calibrate(0.99999, map)).toBeLessThan(0.9)
  })

  it('change little with few points', () => {
    const map = fitCalibration(sure(5, 3, 0.9), IDENTITY)
    expect(Math.abs(calibrate(0.9, map) - 0.9)).toBeLessThan(0.05)
  })

  it('use the map of the stratum for an input with few points, and the wider map for a stratum without any', () => {
    const wider = [
      [0, 0],
      [0.5, 0.2],
      [1, 0.9],
    ] as const
    const maps = fitMaps(
      sure(3_000, 2_400, 0.95).map((point) => ({ ...point, stratum: 'fuzzy' as const, input: 'hints' as const })),
      () => wider,
    )
    expect(calibrate(0.95, maps.fuzzy.text)).toBeCloseTo(0.8, 1)
    expect(maps.name.text).toEqual(wider)
    expect(STRATA.flatMap((s) => INPUTS.map((i) => maps[s][i].length > 1))).not.toContain(false)
  })
})

describe('wilsonInterval', () => {
  it('is wide for few cases and narrow for many', () => {
    const few = wilsonInterval(1, 10)
    const many = wilsonInterval(1, 10_000)
    expect(few).toEqual({ low: expect.closeTo(0.722, 3), high: 1 })
    expect(many.low).toBeGreaterThan(0.999)
  })
})
