// Refitting: a better model is accepted, a worse one is refused with its reason.

import { MODEL } from '@plinth/matcher/internal/decide/model'
import { prepareBlock } from '@plinth/matcher/internal/fit/fit-model'
import type { LabelledCase } from '@plinth/matcher/internal/fit/labelled-case'
import { isHeldOut } from '@plinth/matcher/internal/fit/labelled-case'
import { anchorBlock, refit } from '@plinth/matcher/internal/fit/refit'
import { describe, expect, it } from 'vitest'
import { cityBuildings, misspelledCases } from './labelled-city.ts'

const buildings = cityBuildings()
const options = { version: 'next', measuredOn: 'a test', report: () => {} }
const run = (cases: readonly LabelledCase[], anchors = false, current = MODEL) =>
  refit([prepareBlock({ name: 'labels', buildings, cases })], anchors ? [prepareBlock(anchorBlock(buildings))] : [], {
    ...options,
    current,
  })

describe('refit', () => {
  it('learns that a kind of answer is wrong, and is then better on labels it has not seen', () => {
    const { objection, before, after, strata, fitted } = run(
      misspelledCases(buildings, () => null),
      true,
    )
    expect(objection).toBeNull()
    expect(after.logLoss).toBeLessThan(before.logLoss)
    expect(after.wrong95).toBeLessThanOrEqual(before.wrong95)
    expect(strata.some(({ stratum }) => stratum === 'fuzzy')).toBe(true)
    expect(fitted.model.version).toBe('next')
    expect(fitted.figures.map(({ set, held_out }) => `${set} ${held_out}`)).toEqual(['labels false', 'labels true'])
  })

  it('refuses a model that is worse on the held-out labels', () => {
    const contradicting = misspelledCases(buildings, ({ key }) => (isHeldOut(key) ? key : null))
    const { objection, before, after } = run(contradicting)
    expect(after.logLoss).toBeGreaterThan(before.logLoss)
    expect(objection).not.toBeNull()
  })

  it('does not replace a model that already answers the labels', () => {
    const clean = anchorBlock(buildings).cases
    const { model } = run(clean).fitted
    expect(run(clean, false, model).objection).toBe('the held-out labels are not answered better')
  })

  it('refuses a model that spoils the addresses of the buildings', () => {
    const block = anchorBlock(buildings)
    // the labels say that no clean address is right, also the held-out ones
    const spoiling = block.cases.map((c) => ({ ...c, truth: null, also: [], truthGroup: null }))
    const manyTimes = Array.from({ length: 8 }, () => spoiling).flat()
    expect(run(manyTimes, true).objection).toMatch(/addresses of the buildings/)
  })
})

describe('anchorBlock', () => {
  it('accepts every building at a shared address', () => {
    const [one] = buildings
    const block = anchorBlock([one!, { ...one!, key: 'other tower' }])
    expect(block.cases.map(({ also }) => also)).toEqual([
      [one!.key, 'other tower'],
      [one!.key, 'other tower'],
    ])
  })
})
