// Addresses over HTTP: standard form and parts, without a building.
import type { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { AddressBook } from '../../addresses/address-book.ts'
import { addressBookOf } from '../../addresses/address-book.ts'
import type { AddressDescription } from '../../addresses/address-types.ts'
import { describeAddress } from '../../addresses/describe-address.ts'
import { nextTurn } from '../../kernel/turns.ts'
import { lookupCost } from '../../links/lookup-cost.ts'
import { requireVisitorRate } from '../rest/visitor-rate.ts'
import type { AnyCall, Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { MAX_ADDRESSES, ParseBody, ParseResponseSchema } from './address-schemas.ts'

/** Fits 1,000 addresses, or about 500 texts of the maximum length. */
const BODY_LIMIT = 4 * 1024 * 1024
/** How long a batch may hold the event loop before other requests get a turn. */
const SLICE_MS = 4

const EXAMPLE = ['#1203 -77 huntley, toronto', { address: '1288, avenue des Canadiens-de-Montréal', city: 'Montréal' }]

type ParseCall = Pick<AnyCall<CatalogueServices>, 'services' | 'principal' | 'address'>

function requireParseRate({ services: { access }, principal, address }: ParseCall, count: number): void {
  if (principal.credential.kind === 'visitor') {
    requireVisitorRate({ services: { access }, address }, count)
    return
  }
  const state = access.rates.takeParsedAddresses(principal, count)
  if (!state.allowed) throw access.limitFaults.perMinute(principal, 'addresses', state)
}

const parse = catalogueOperation({
  id: 'parseAddresses',
  tag: 'Addresses',
  compressed: true,
  // On every plan: it returns no building, and costs no lookup.
  policy: credential({ scope: 'building_links:read', feature: 'core' }),
  summary: `Standardize up to ${MAX_ADDRESSES.toLocaleString('en')} addresses, without looking for a building`,
  description:
    'Returns each address in standard form with its parts, in the order of the request. Costs one request and no lookup, on every plan. ' +
    'Addresses count towards `batch_addresses_per_minute` of your plan. A plan without batches can send 12,000 a minute.',
  body: ParseBody,
  bodyLimit: BODY_LIMIT,
  response: { status: 200, schema: ParseResponseSchema },
  example: { call: 'addresses.parse', body: { addresses: EXAMPLE }, args: [EXAMPLE] },
  async handle(call) {
    const { services, principal, body } = call
    requireParseRate(
      call,
      body.addresses.reduce((sum, { address }) => sum + lookupCost(address), 0),
    )
    const snapshot = services.links.snapshot(principal.dataset)
    const data = await describeAll(body.addresses, addressBookOf(snapshot))
    return { body: { data, meta: { count: data.length, dataset_version: snapshot.version?.version ?? 'none' } } }
  },
})

async function describeAll(
  items: z.output<typeof ParseBody>['addresses'],
  book: AddressBook,
): Promise<AddressDescription[]> {
  const data: AddressDescription[] = []
  let sliceEnds = performance.now() + SLICE_MS
  for (const { address, city = null, province = null, postal_code: postal = null, unit = null } of items) {
    data.push(describeAddress({ address, city, province, postal, unit }, book))
    if (performance.now() < sliceEnds) continue
    await nextTurn()
    sliceEnds = performance.now() + SLICE_MS
  }
  return data
}

export const addressesRoutes: readonly Route[] = [route('POST', '/api/v1/addresses/parse', parse)]
