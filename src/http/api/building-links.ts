// Single building link lookups over HTTP.

import { credential } from '../../access/policies.ts'
import { addressBookOf } from '../../addresses/address-book.ts'
import type { AddressDescription } from '../../addresses/address-types.ts'
import { describeAddress } from '../../addresses/describe-address.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { linkResponseText } from '../../contract/link-json.ts'
import { LinkQuery, LinkRequest, LinkResponseSchema } from '../../contract/link-schemas.ts'
import { Fault } from '../../kernel/fault.ts'
import type { LinkResult } from '../../links/links.ts'
import type { MatchQuery } from '../../matcher/matcher.ts'
import { languageOf } from '../door/page-language.ts'
import type { Call, OperationResponse } from '../door/route.ts'
import { JSON_TYPE, operation } from '../door/route.ts'
import { reasonText } from '../french/reasons-fr.ts'

const resolveLinks = credential({ scope: 'building_links:read', feature: 'building_links', cost: 'lookup' })

type LinkCall = Pick<Call<unknown, unknown, unknown>, 'services' | 'principal' | 'headers'>

type Where = 'parameter' | 'pointer'

/** A latitude without a longitude is a mistake. */
export function requirePair(lat: number | null, lng: number | null, where: Where): void {
  if ((lat === null) === (lng === null)) return
  const message = 'Send both latitude and longitude, or neither.'
  const missing = lat === null ? 'latitude' : 'longitude'
  const at = where === 'parameter' ? { parameter: missing } : { pointer: `/${missing}` }
  throw new Fault('missing_parameter', { detail: message, errors: [{ ...at, code: 'missing_parameter', message }] })
}

export function toMatchQuery(query: LinkRequest, where: Where = 'parameter'): MatchQuery {
  const lat = query.latitude ?? null
  const lng = query.longitude ?? null
  requirePair(lat, lng, where)
  return {
    address: query.address,
    city: query.city ?? null,
    province: query.province ?? null,
    postal: query.postal_code ?? null,
    building_name: query.building_name ?? null,
    condo_corp: query.condo_corp ?? null,
    unit: query.unit ?? null,
    lat,
    lng,
    listed_on: query.listed_on ?? null,
    min_confidence: query.min_confidence ?? 0.2,
    limit: query.limit ?? 5,
    explain: query.include?.some((part) => part === 'evidence' || part === 'readings') ?? false,
  }
}

/** For `include=address`. The building adds its city and postal code only if the link can be accepted. */
export function linkedAddress(query: MatchQuery, result: LinkResult, snapshot: Snapshot): AddressDescription {
  const building = result.action === 'accept' ? (result.links[0]?.target.building_id ?? null) : null
  return describeAddress(query, addressBookOf(snapshot), building === null ? null : String(building))
}

function linkResponse(matchQuery: MatchQuery, query: LinkRequest, call: LinkCall): OperationResponse {
  const { links } = call.services
  const { dataset } = call.principal
  const result = links.resolve(matchQuery, dataset)
  const address = query.include?.includes('address')
    ? linkedAddress(matchQuery, result, links.snapshot(dataset))
    : undefined
  const { reason_detail, lookups } = result
  if (reason_detail === null) return { type: JSON_TYPE, body: linkResponseText(result, query, address), lookups }
  const language = languageOf(call)
  const body = linkResponseText({ ...result, reason_detail: reasonText(reason_detail, language) }, query, address)
  return { type: JSON_TYPE, body, lookups, headers: { 'content-language': language, vary: 'Accept-Language' } }
}

const DESCRIPTION = 'No match is not an error: `data` is empty and `meta.reason` says why. It costs no lookup.'

export const resolve = operation({
  id: 'resolveBuildingLink',
  tag: 'Building links',
  policy: resolveLinks,
  summary: 'Find the building an address is in',
  description: DESCRIPTION,
  query: LinkQuery,
  response: { status: 200, schema: LinkResponseSchema },
  example: { call: 'buildingLinks.resolve', query: { address: '#1203 -1480 howe' }, args: ['#1203 -1480 howe'] },
  handle: (call) => linkResponse(toMatchQuery(call.query), call.query, call),
})

export const resolveByPost = operation({
  id: 'askBuildingLink',
  tag: 'Building links',
  policy: resolveLinks,
  summary: 'Same lookup by POST, to keep listing details out of URLs and logs',
  description: DESCRIPTION,
  body: LinkRequest,
  response: { status: 200, schema: LinkResponseSchema },
  example: {
    call: 'buildingLinks.ask',
    body: { address: '395 Dundas Street W 603', city: 'Toronto', include: ['evidence'] },
  },
  handle: (call) => linkResponse(toMatchQuery(call.body, 'pointer'), call.body, call),
})
