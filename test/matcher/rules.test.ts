// Every rule of reading applies to its own example.

import { CORPORATION_FORMS } from '@plinth/matcher/internal/read/condo-corp-number'
import { COUNTS } from '@plinth/matcher/internal/read/counts'
import { NUMBER_RULES } from '@plinth/matcher/internal/read/number-forms'
import { BORDER_ENDS, firstOf, phraseEnd, WORD_ENDS } from '@plinth/matcher/internal/read/phrase-ends'
import { DAMAGES, undoDamage } from '@plinth/matcher/internal/text/damage'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { canonicalKey, wordsOf } from '@plinth/matcher/internal/text/name-keys'
import { RESEMBLANCES, resemblance } from '@plinth/matcher/internal/text/similarity'
import type { Token } from '@plinth/matcher/internal/text/token'
import { NUMBER } from '@plinth/matcher/internal/text/token'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { describe, expect, it } from 'vitest'

/** The numbers of a text. */
function numbersOf(text: string): { tokens: Token[]; numbers: number[] } {
  const tokens = tokenize(normalizeText(text))
  return { tokens, numbers: tokens.flatMap((t, i) => (t.kind === NUMBER ? [i] : [])) }
}

const LISTS = { BORDER_ENDS, WORD_ENDS, NUMBER_RULES, COUNTS, RESEMBLANCES, DAMAGES, CORPORATION_FORMS }

describe('rules of reading', () => {
  it.each(Object.entries(LISTS))('have names of their own: %s', (_, rules) => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  })

  it.each([...BORDER_ENDS, ...WORD_ENDS])('end a street before $name: $example', (rule) => {
    const { tokens, numbers } = numbersOf(rule.example)
    const ends = numbers.map((at) => ({ from: at + 1, end: phraseEnd(tokens, at + 1) }))
    const inside = ends.filter(({ end }) => end < tokens.length)
    const rules = BORDER_ENDS.includes(rule) ? BORDER_ENDS : WORD_ENDS
    expect(inside.map(({ from, end }) => firstOf(rules, tokens, end, from))).toContain(rule)
  })

  it.each(NUMBER_RULES)('read a number with $name: $example', (rule) => {
    const { tokens, numbers } = numbersOf(rule.example)
    expect(numbers.map((at) => rule.read(tokens, at))).toContainEqual(expect.objectContaining({}))
  })

  it.each(COUNTS)('find $name: $example', (rule) => {
    const { tokens, numbers } = numbersOf(rule.example)
    expect(numbers.map((at) => COUNTS.find((one) => one.apply(tokens, at)))).toContain(rule)
  })

  it.each(RESEMBLANCES)('see $name in $example', ({ name, example }) => {
    const [typed, real] = example.map((text) => tokenize(normalizeText(text))) as [Token[], Token[]]
    const namesOf = (tokens: Token[]) =>
      [canonicalKey(tokens, 0, tokens.length), wordsOf(tokens, 0, tokens.length)] as const
    expect(resemblance(...namesOf(typed), ...namesOf(real))).toBe(name)
  })

  it.each(CORPORATION_FORMS)('read $name: $example', (form) => {
    const tokens = tokenize(normalizeText(form.example))
    const first = tokens.map((_, i) => CORPORATION_FORMS.find(({ apply }) => apply(tokens, i) !== null))
    expect(first).toContain(form)
  })

  it.each(DAMAGES)('undo $name: $example', ({ example, undone, undo }) => {
    expect(undo(example)).toBe(undone)
    expect(undoDamage(example)).toBe(undone)
    expect(normalizeText(example)).toBe(undone)
  })

  it('leave what only looks like damage', () => {
    for (const text of [
      'Price: $2450.00, call 604.555.0123',
      'Available 15-Oct, island living',
      'Address: 70 Heath Street, City: Toronto',
      'PH-6 1480 Howe St\nVancouver BC',
    ])
      expect(undoDamage(text)).toBe(text)
  })
})
