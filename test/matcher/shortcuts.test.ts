// What the matcher does for speed gives the same result as the plain way.

import { probabilities, probabilityOf } from '@plinth/matcher/internal/decide/score'
import { foldToAscii, normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { editDistance } from '@plinth/matcher/internal/text/similarity'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureCases } from './fixture.ts'

const RUNS = { numRuns: 3000, seed: 20261116 }

/** Insert, delete, replace and swap of neighbours, over the whole matrix. */
function plainDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j - 1]! + cost, rows[i - 1]![j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

const fewLetters = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 9 })

describe('shortcuts', () => {
  it('counts the same edits as the whole matrix, up to the limit', () => {
    fc.assert(
      fc.property(fewLetters, fewLetters, fc.integer({ min: 1, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1))
      }),
      RUNS,
    )
  })

  it('folds each character as in the decomposition of the whole text', () => {
    const common = fc.string({ unit: fc.integer({ min: 0, max: 0x20ff }).map((c) => String.fromCharCode(c)) })
    fc.assert(
      fc.property(common, (text) => {
        // an emoji is decomposed with the whole text, and becomes a space
        expect(foldToAscii(`${text}😀`)).toBe(`${foldToAscii(text)} `)
      }),
      RUNS,
    )
  })

  it('splits a text into the same tokens after any number of other words', () => {
    const texts = [...fixtureCases.values()].flat().map(({ address }) => normalizeText(address))
    const tokensOf = (text: string) => tokenize(text).map(({ facts, ...token }) => token)
    const before = texts.map(tokensOf)
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    // more words than are remembered, so that they replace each other
    for (let i = 0; i < 30_000; i++) {
      let word = ''
      for (let rest = i + 1; rest > 0; rest = Math.floor(rest / 26)) word += letters[rest % 26]
      tokenize(`${word} ${word.toUpperCase()}x`)
    }
    expect(texts.map(tokensOf)).toEqual(before)
  })

  it('gives a single candidate its probability among one', () => {
    fc.assert(
      fc.property(fc.double({ min: -60, max: 60, noNaN: true }), (score) => {
        expect(probabilityOf(score)).toBe(1 - (probabilities([score])[1] as number))
      }),
      RUNS,
    )
  })
})
