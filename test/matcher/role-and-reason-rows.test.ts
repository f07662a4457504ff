// Every rule of roles and every reason shows itself on its own example.

import { createMatcher } from '@plinth/matcher'
import { REASONS } from '@plinth/matcher/internal/decide/reason'
import { ROLE_RULES, roleRuleOf } from '@plinth/matcher/internal/read/address-role'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'
import { describe, expect, it } from 'vitest'
import { fixtureBuildings } from './fixture.ts'

const matcher = createMatcher(fixtureBuildings)

describe('roles of an address', () => {
  it.each(ROLE_RULES)('“$example” is read by the rule “$name”', ({ name, example, role }) => {
    const tokens = tokenize(normalizeText(example))
    const number = tokens.findIndex((t) => t.value === 1480)
    expect(roleRuleOf(tokens, number)).toMatchObject({ name, role })
  })

  it('an address without such words is the listing’s own', () => {
    for (const text of ['1480 Howe St', 'Steps to transit! 1480 Howe St', 'at 1480 Howe St near the beach']) {
      const tokens = tokenize(normalizeText(text))
      expect(
        roleRuleOf(
          tokens,
          tokens.findIndex((t) => t.value === 1480),
        ),
      ).toBeNull()
    }
  })
})

describe('reasons', () => {
  const rows = REASONS.filter(({ example }) => !example.includes('listed before'))
  it.each(rows)('“$example” gets $code', ({ example, code }) => {
    const { reason, reason_detail } = matcher.match({ address: example })
    expect(reason).toBe(code)
    expect(reason_detail).toMatch(/\.$/)
  })

  it('name the building that was close, and the place that the text names', () => {
    expect(matcher.match({ address: '1480 Howe St, Toronto' }).reason_detail).toBe(
      'The closest building is 1480 Howe St, Vancouver, but the address names Toronto.',
    )
    expect(matcher.match({ address: '99 Main St, Gander, NL' }).reason_detail).toBe(
      'The dataset has no buildings in Gander.',
    )
  })

  it('say that no building is in a city only where that is true', () => {
    expect(matcher.match({ address: '99 Nowhere Cres, Vancouver, BC' }).reason).toBe('street_unknown')
    expect(matcher.match({ address: '10 Aspen Ridge WY NE', city: 'Calgary' }).reason).not.toBe('outside_canada')
  })
})
