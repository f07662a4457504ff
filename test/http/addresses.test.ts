// Addresses over HTTP: parsing on every plan, and `include=address` on lookups.
import { afterAll, describe, expect, it } from 'vitest'
import { ParseResponseSchema } from '../../src/http/addresses/address-schemas.ts'
import { LinkResponseSchema } from '../../src/http/links/link-schemas.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const LINKS = '/api/v1/building-links'
const parse = (addresses: unknown, key = server.keys.pro) =>
  server.send('POST', '/api/v1/addresses/parse', { addresses }, key)

async function lookupsOf(key: string): Promise<number> {
  const principal = await server.app.services.access.directory.authenticate(key)
  return server.app.services.access.usage.month(principal.account.id, principal.credential.mode).lookups
}

describe('POST /addresses/parse', () => {
  it('takes texts and objects, and returns them in order', async () => {
    const addresses = [
      '#1203 -1480 howe, vancouver',
      { address: '1288, avenue des Canadiens-de-Montréal', city: 'Montréal', unit: 'app. 2301' },
    ]
    const { status, body } = await parse(addresses, server.keys.sandbox)
    expect(status).toBe(200)
    const { data, meta } = ParseResponseSchema.parse(body)
    expect(data.map(({ standardized }) => standardized.text)).toEqual([
      '1203-1480 Howe St, Vancouver, BC',
      '2301-1288 Av des Canadiens-de-Montréal, Montréal, QC',
    ])
    expect(meta).toMatchObject({ count: 2, dataset_version: expect.any(String) })
  })

  it('works on every plan and costs no lookup', async () => {
    for (const key of [server.keys.sandbox, server.keys.starter, server.keys.pro, server.keys.elite]) {
      const before = await lookupsOf(key)
      expect((await parse(['1480 Howe St, Vancouver'], key)).status).toBe(200)
      expect(await lookupsOf(key)).toBe(before)
    }
  })

  it('takes 1,000 addresses, and refuses 0 and 1,001', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1} Main St, Toronto`)
    expect((await parse(many(1000))).body.meta.count).toBe(1000)
    for (const addresses of [[], many(1001)]) {
      const { status, body } = await parse(addresses)
      expect([status, body.errors[0].pointer]).toEqual([400, '/addresses'])
    }
  })

  it('says which address is invalid', async () => {
    const good = Array.from({ length: 12 }, () => '1480 Howe St')
    for (const [bad, pointer] of [
      ['', '/addresses/12/address'],
      [7, '/addresses/12'],
      [{ city: 'Toronto' }, '/addresses/12/address'],
      [{ address: '1480 Howe St', postcode: 'V6Z 1C4' }, '/addresses/12/postcode'],
      ['x'.repeat(8001), '/addresses/12/address'],
    ] as const) {
      const { status, body } = await parse([...good, bad])
      expect([status, body.errors[0].pointer]).toEqual([400, pointer])
    }
  })
})

describe('include=address', () => {
  it('is the same by GET, by POST and in a batch', async () => {
    const address = '#1203 -1480 howe'
    const get = await server.get(
      `${LINKS}?address=${encodeURIComponent(address)}&city=Vancouver&include=address`,
      server.keys.sandbox,
    )
    const query = { address, city: 'Vancouver', include: ['address'] }
    const post = await server.send('POST', LINKS, query, server.keys.sandbox)
    const batch = await server.send('POST', `${LINKS}/batch`, { queries: [query] }, server.keys.sandbox)
    const { data, meta } = LinkResponseSchema.parse(post.body)
    expect(get.body.meta.address).toEqual(meta.address)
    expect(batch.body.data[0].meta.address).toEqual(meta.address)
    // The linked building adds its own postal code.
    expect(data[0]?.match_level).toBe('building')
    expect(meta.address?.standardized.text).toBe('1203-1480 Howe St, Vancouver, BC V6Z 0G5')
    expect(meta.address?.parts.find(({ name }) => name === 'postal_code')?.understood).toBe('inferred')
    expect(data[0]).not.toHaveProperty('evidence')
  })

  it('describes an address without a building', async () => {
    const query = { address: '99999 Nowhere Blvd, Toronto, ON', include: ['address'] }
    const { data, meta } = LinkResponseSchema.parse((await server.send('POST', LINKS, query, server.keys.pro)).body)
    expect(data).toEqual([])
    expect(meta.address).toMatchObject({
      standardized: { text: '99999 Nowhere Blvd, Toronto, ON' },
      street: { known: false },
      point: { accuracy: 'city' },
    })
  })

  it('is left out unless it is requested', async () => {
    const { body } = await server.send('POST', LINKS, { address: '1480 Howe St' }, server.keys.pro)
    expect(body.meta).not.toHaveProperty('address')
  })
})
