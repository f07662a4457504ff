// Tests the inner steps alone, so that a wrong link shows which step failed.

import { createMatcher } from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { readTable } from './fixture.ts'
import { formatReadings, formatTokens } from './format-steps.ts'

const matcher = createMatcher([])

describe('tokenize', () => {
  it.each(readTable('tokens.tsv'))('splits $text into $tokens: $why', ({ text = '', tokens }) => {
    expect(formatTokens(text)).toBe(tokens)
  })
})

describe('readings', () => {
  it.each(readTable('readings.tsv'))('reads $text as $readings: $why', ({ text = '', why, ...expected }) => {
    expect(formatReadings(matcher, text)).toEqual(expected)
  })
})
