// Which URLs and addresses are allowed, before any DNS lookup.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, sameAddress } from '../../src/webhooks/sender/address-guard.ts'
import { checkUrl } from '../../src/webhooks/sender/target-url.ts'
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

  it.each([
    ['http://127.0.0.1:4000/', '127.0.0.1:4000'],
    ['http://localhost/', 'localhost:80'],
    ['http://a.localhost:22/', 'a.localhost:22'],
    ['http://[::1]:9/', '::1:9'],
    ['http://10.0.0.1/', 'scheme'],
    ['http://192.168.0.1:8080/', 'scheme'],
    ['http://[::ffff:127.0.0.1]/', 'scheme'],
    ['http://0.0.0.0/', 'scheme'],
    ['http://hooks.receiver.tld/', 'scheme'],
    ['https://127.0.0.1/', 'host'],
    ['http://ok@127.0.0.1/', 'credentials'],
  ])('in development %s gives %s: only loopback over http', (url, verdict) => {
    expect(outcomeOf(url, true)).toBe(verdict)
  })

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

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.1.2.3',
      '100.64.0.1',
      '100.100.100.200',
      '127.0.0.1',
      '127.255.0.1',
      '169.254.169.254',
    ],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.192',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.51.100.1',
    ],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '64:ff9b::808:808',
      '64:ff9b:1::1',
    ],
    ...['2002:7f00:1::', '2002:808:808::1', '2001:0:808:808::1', '2001:db8::1', '3fff::1', 'fc00::1', 'fd00:ec2::254'],
    ...['fe80::1', 'fe80::1%lo', 'fec0::1', 'ff02::1', '100::1', '5f00::1', '4000::1'],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '8.8.8.8 ', '8.8.8.8%lo'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('equals the same address in another spelling only', () => {
    expect(sameAddress('2606:4700:0:0:0:0:0:1111', '2606:4700::1111')).toBe(true)
    expect(sameAddress('8.8.8.8', '8.8.8.8')).toBe(true)
    for (const peer of ['127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', '', undefined])
      expect(sameAddress(peer, '8.8.8.8')).toBe(false)
  })
})
