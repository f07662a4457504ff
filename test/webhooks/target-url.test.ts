// Which URLs and addresses are allowed, before any DNS lookup.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, sameAddress } from '../../src/webhooks/sender/address-guard.ts'
import { checkUrl } from '../../src/webhooks/sender/target-url.ts'
import { fromCases } from '../support/cases.ts'
import { REFUSED_URLS } from './refused-urls.ts'

const outcomeOf = (url: string, allowPrivate = false) => {
  const check = checkUrl(url, allowPrivate)
  return check.ok ? `${check.target.host}:${check.target.port}` : check.reason
}

describe('a webhook URL', () => {
  it.each([
    ['https://hooks.receiver.tld/plinth?x=1', 'hooks.receiver.tld:443'],
    ['https://hooks.receiver.tld:8443/', 'hooks.receiver.tld:8443'],
    ['HTTPS://Hooks.Receiver.TLD', 'hooks.receiver.tld:443'],
    ['https://über-häuser.ca/hook', 'xn--ber-huser-z2a2x.ca:443'],
    ['https://a_b.receiver.tld/', 'a_b.receiver.tld:443'],
  ])('%s is allowed', (url, target) => {
    expect(outcomeOf(url)).toBe(target)
  })

  it.each(REFUSED_URLS)('%s is rejected, also in development over https', (url) => {
    expect(checkUrl(url, false).ok).toBe(false)
    if (!/^http:/i.test(url)) expect(checkUrl(url, true).ok).toBe(false)
  })

  it.each(fromCases<[string, string][]>('webhooks/target-url', 'development'))(
    'in development %s gives %s: only loopback over http',
    (url, verdict) => {
      expect(outcomeOf(url, true)).toBe(verdict)
    },
  )

  it('is checked for any text, and only https to a dotted name passes', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.webAuthority(), fc.ipV4(), fc.ipV6(), fc.domain())
    fc.assert(
      fc.property(fc.constantFrom('https://', 'http://', ''), part, fc.webPath(), (scheme, host, path) => {
        const check = checkUrl(scheme + host + path, false)
        if (!check.ok) return
        expect(check.target.url.protocol).toBe('https:')
        expect(check.target.host).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/)
        expect(check.target.host).not.toMatch(/\.\d+$/)
      }),
    )
  })
})

describe('an address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each(fromCases<string[]>('webhooks/target-url', 'not public'))('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('equals the same address in another spelling only', () => {
    expect(sameAddress('2606:4700:0:0:0:0:0:1111', '2606:4700::1111')).toBe(true)
    expect(sameAddress('8.8.8.8', '8.8.8.8')).toBe(true)
    for (const peer of ['127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', '', undefined])
      expect(sameAddress(peer, '8.8.8.8')).toBe(false)
  })
})
