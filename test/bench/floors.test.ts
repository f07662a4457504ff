// Floors of the accuracy run: what fails, what only prints, and how floors are raised.

import { describe, expect, it } from 'vitest'
import type { Answered } from '../../tools/bench/accuracy/answer-set.ts'
import type { Figures } from '../../tools/bench/accuracy/figures.ts'
import { figuresOf } from '../../tools/bench/accuracy/figures.ts'
import { checkBounds, raiseFloors } from '../../tools/bench/accuracy/floors.ts'

const figures = (over: Partial<Figures>): Map<string, Figures> =>
  new Map([['titles', { n: 1000, positives: 800, wrong95: 2, wrong50: 5, r995: 0.97, r95: 0.95, ece: 0.01, ...over }]])

const answer = (truth: string | null, key: string | null, confidence: number): Answered => ({
  set: 'titles',
  case: { id: '1', text: '', city: null, province: null, truth, kind: '', source: 'b' },
  answer: key,
  confidence,
  second: null,
  shown: [],
  reason: null,
  isRight: key !== null && key === truth,
  stratum: 'exact',
  input: 'text',
})

describe('floors', () => {
  const floors = { sets: { titles: { r995: { floor: 0.96, goal: 0.98 }, wrong95: { floor: 2 } } }, strata: {} }

  it('fail below the floor, and print a missed goal', () => {
    expect(checkBounds(floors, figures({}), [])).toMatchObject({
      missedFloors: [],
      missedGoals: ['titles: r995 is 0.9700, the goal is 0.9800'],
    })
    const { missedFloors } = checkBounds(floors, figures({ r995: 0.95, wrong95: 3 }), [])
    expect(missedFloors).toEqual([
      'titles: r995 is 0.9500, the floor is 0.9600',
      'titles: wrong95 is 3, the floor is 2',
    ])
  })

  it('are raised, and lowered only on request', () => {
    expect(raiseFloors(floors, figures({ r995: 0.99 }), [], false).floors.sets.titles?.r995).toEqual({
      floor: 0.987,
      goal: 0.98,
    })
    expect(raiseFloors(floors, figures({ r995: 0.9 }), [], false).floors.sets.titles?.r995?.floor).toBe(0.96)
    expect(raiseFloors(floors, figures({ r995: 0.9 }), [], true).floors.sets.titles?.r995?.floor).toBe(0.897)
  })
})

describe('figures', () => {
  it('count recall only down to the last rank with the precision', () => {
    const answers = [answer('a', 'a', 0.99), answer('b', 'x', 0.9), answer('c', 'c', 0.8), answer(null, null, 0)]
    expect(figuresOf('find', answers)).toMatchObject({
      n: 4,
      positives: 3,
      r995: 1 / 3,
      r95: 1 / 3,
      wrong95: 0,
      wrong50: 1,
    })
  })

  it('count every link as wrong where none is right', () => {
    expect(figuresOf('refuse', [answer(null, 'x', 0.97), answer(null, 'y', 0.6)])).toEqual({
      n: 2,
      positives: 0,
      wrong95: 1,
      wrong50: 2,
    })
  })
})
