// The hostile URLs of the proof: enough of them, all watched, and names that really change.
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/sender/address-guard.ts'
import { INTERNAL_V4, isReceiver, PUBLIC_V4, PUBLIC_V6, RESOLVED } from '../../tools/proof/ssrf/addresses.ts'
import type { PatternName } from '../../tools/proof/ssrf/names.ts'
import { nameOf, PATTERNS, RECEIVER_NAME, RECEIVER_V6_NAME, resolveAttackName } from '../../tools/proof/ssrf/names.ts'
import { spellingsOf } from '../../tools/proof/ssrf/spellings.ts'
import { PORTS, TARGETS } from '../../tools/proof/ssrf/targets.ts'

describe('hostile URLs', () => {
  it('are at least 200 different ones, of every kind', () => {
    expect(new Set(TARGETS.map(({ what }) => what)).size).toBeGreaterThan(200)
    expect(new Set(TARGETS.map(({ kind }) => kind)).size).toBe(9)
  })

  it('use only ports on which the attack listens', () => {
    const parsed = TARGETS.flatMap(({ url }) => (URL.canParse(url(1)) ? [new URL(url(1))] : []))
    const web = parsed.filter(({ protocol, port }) => /^https?:$/.test(protocol) && !['', '0'].includes(port))
    expect(web.length).toBeGreaterThan(50)
    for (const { port } of web) expect(PORTS).toContain(Number(port))
    expect(PORTS).toEqual(expect.arrayContaining([80, 443]))
  })

  it('spell an address in ways that parsers read as the address', () => {
    const hosts = spellingsOf('169.254.169.254').map((host) => `https://${host}/`)
    const same = hosts.filter((url) => URL.canParse(url) && new URL(url).hostname === '169.254.169.254')
    expect(same.length).toBeGreaterThan(12)
  })
})

describe('names of the attack', () => {
  it('resolve to an internal address sooner or later, whatever the pattern', () => {
    for (const pattern of Object.keys(PATTERNS) as PatternName[])
      for (const [index, inside] of RESOLVED.entries()) {
        const lookups = [1, 2, 3, 4].map((nth) => resolveAttackName(nameOf(pattern, index, 7), nth))
        expect(lookups.flat(), pattern).toContain(inside)
      }
  })

  it('rebind after the check', () => {
    const name = nameOf('flipAfterOne', 0, 1)
    expect(resolveAttackName(name, 1)).toEqual([PUBLIC_V4])
    expect(resolveAttackName(name, 2)).toEqual([RESOLVED[0]])
  })

  it('include an allowed receiver, so that the attack can fail', () => {
    for (const name of [RECEIVER_NAME, RECEIVER_V6_NAME])
      expect(resolveAttackName(name, 1)!.every((address) => isReceiver(address) && isPublicAddress(address))).toBe(true)
    expect([PUBLIC_V4, PUBLIC_V6].every(isPublicAddress)).toBe(true)
    expect(INTERNAL_V4.some(isPublicAddress)).toBe(false)
  })
})
