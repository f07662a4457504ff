// Single building link lookups over HTTP.

import type { MatchQuery } from '@plinth/matcher'
import { DEFAULT_LIMIT, DEFAULT_MIN_CONFIDENCE } from '@plinth/matcher'
import { credential } from '../../access/rights/policies.ts'
import { addressBookOf } from '../../addresses/address-book.ts'
import type { AddressDescription } from '../../addresses/address-types.ts'
import { describeAddress } from '../../addresses/describe-address.ts'
import { SAMPLE_ADDRESS, SECOND_SAMPLE } from '../../catalog/query/sample-address.ts'
import { isInvented, isOpenData } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Dataset } from '../../events/event-types.ts'
import { fieldFault } from '../../kernel/fault.ts'
import type { LocationQuery } from '../../links/link-by-location.ts'
import type { LinkResult, Links } from '../../links/links.ts'
import { reasonText } from '../french/reasons-fr.ts'
import { languageOf } from '../server/page-language.ts'
import type { AnyCall, OperationResponse, Route } from '../server/route.ts'
import { catalogueOperation, JSON_TYPE, route } from '../server/route.ts'
import { linkResponseText } from './link-json.ts'
import { LinkQuery, LinkRequest, LinkResponseSchema } from './link-schemas.ts'

const LINKS = {
  tag: 'Building links',
  policy: credential({ scope: 'building_links:read', feature: 'building_links', cost: 'lookup' }),
  compressed: true,
} as const

type LinkCall = Pick<AnyCall, 'headers'>

type Where = 'parameter' | 'pointer'

/** A latitude without a longitude is a mistake. */
export function requirePair(lat: number | null, lng: number | null, where: Where): void {
  if ((lat === null) === (lng === null)) return
  const message = 'Send both latitude and longitude, or neither.'
  throw fieldFault('missing_parameter', placeOf(lat === null ? 'latitude' : 'longitude', where), message)
}

const placeOf = (name: string, where: Where) => (where === 'parameter' ? name : `/${name}`)

interface ResolvedLink {
  readonly result: LinkResult
  /** With `include=address`. */
  readonly address: AddressDescription | undefined
}

/** Visitors ask about a house that they know: the sandbox, and the real buildings that ship with Plinth. */
function resolveForVisitor(links: Links, query: MatchQuery): LinkResult {
  const result = links.resolve(query, 'sandbox')
  if (result.reason !== 'outside_sandbox') return result
  const found = links.inspect(query, 'production').result
  const { projects } = links.snapshot('production')
  const isOpen = found.links.every(({ target: { project_id } }) => {
    const project = projects.get(project_id)
    return project !== undefined && (isOpenData(project) || isInvented(project))
  })
  return isOpen && found.links.length > 0 ? found : result
}

/** Looks up the address, or the point or postal code of a query that has none. */
export function resolveLink(
  links: Links,
  query: LinkRequest,
  dataset: Dataset,
  where: Where = 'parameter',
  isVisitor = false,
): ResolvedLink {
  requirePair(query.latitude ?? null, query.longitude ?? null, where)
  if (query.address == null)
    return { result: links.resolveLocation(toLocationQuery(query, where), dataset), address: undefined }
  const matchQuery = toMatchQuery(query, query.address)
  const find = () => (isVisitor ? resolveForVisitor(links, matchQuery) : links.resolve(matchQuery, dataset))
  const result = query.store === false ? links.inspect(matchQuery, dataset).result : find()
  const isAsked = query.include?.includes('address') ?? false
  return { result, address: isAsked ? linkedAddress(matchQuery, result, links.snapshot(dataset)) : undefined }
}

const POSTAL_CODE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/

function toLocationQuery(query: LinkRequest, where: Where): LocationQuery {
  const { latitude, longitude, postal_code, unit = null } = query
  const postal = postal_code == null ? null : postal_code.replace(/[\s-]/g, '').toUpperCase()
  const point = latitude == null || longitude == null ? null : { latitude, longitude }
  if (postal === null && point === null)
    throw fieldFault(
      'missing_parameter',
      placeOf('address', where),
      'Send an address, latitude and longitude, or a postal_code.',
    )
  if (postal !== null && !POSTAL_CODE.test(postal))
    throw fieldFault(
      'invalid_parameter',
      placeOf('postal_code', where),
      'Without an address, postal_code must be a complete code such as M5V 2T6.',
    )
  return {
    point,
    postal,
    unit,
    min_confidence: query.min_confidence ?? DEFAULT_MIN_CONFIDENCE,
    limit: query.limit ?? DEFAULT_LIMIT,
    explain: isExplained(query),
  }
}

const isExplained = ({ include }: LinkRequest): boolean =>
  include?.some((part) => part === 'evidence' || part === 'readings') ?? false

function toMatchQuery(query: LinkRequest, address: string): MatchQuery {
  return {
    address,
    city: query.city ?? null,
    province: query.province ?? null,
    postal: query.postal_code ?? null,
    building_name: query.building_name ?? null,
    condo_corp: query.condo_corp ?? null,
    unit: query.unit ?? null,
    lat: query.latitude ?? null,
    lng: query.longitude ?? null,
    listed_on: query.listed_on ?? null,
    min_confidence: query.min_confidence ?? DEFAULT_MIN_CONFIDENCE,
    limit: query.limit ?? DEFAULT_LIMIT,
    explain: isExplained(query),
  }
}

/** For `include=address`. The building adds its city and postal code only if the link can be accepted. */
function linkedAddress(query: MatchQuery, result: LinkResult, snapshot: Snapshot): AddressDescription {
  const building = result.action === 'accept' ? (result.links[0]?.target.building_id ?? null) : null
  return describeAddress(query, addressBookOf(snapshot), building === null ? null : String(building))
}

function linkResponse({ result, address }: ResolvedLink, query: LinkRequest, call: LinkCall): OperationResponse {
  const { reason_detail, lookups } = result
  if (reason_detail === null) return { type: JSON_TYPE, body: linkResponseText(result, query, address), lookups }
  const language = languageOf(call)
  const body = linkResponseText({ ...result, reason_detail: reasonText(reason_detail, language) }, query, address)
  return { type: JSON_TYPE, body, lookups, headers: { 'content-language': language, vary: 'Accept-Language' } }
}

const DESCRIPTION =
  'No match is not an error: `data` is empty and `meta.reason` says why. It doesn’t count as a lookup. ' +
  'A text of more than 4,000 characters counts as several lookups, found or not: one more for each 350 characters (`meta.lookups`). ' +
  'Without an `address`, send a point or a `postal_code`: `match_strategy` is then `nearest`, and `recommended_action` is never `accept`. ' +
  'All other fields except `unit` are ignored.'

const resolve = catalogueOperation({
  id: 'resolveBuildingLink',
  ...LINKS,
  summary: 'Find the building an address is in',
  description: DESCRIPTION,
  query: LinkQuery,
  response: { status: 200, schema: LinkResponseSchema },
  example: { call: 'buildingLinks.resolve', query: { address: SAMPLE_ADDRESS }, args: [SAMPLE_ADDRESS] },
  handle(call) {
    const { services, principal, query } = call
    const { dataset, credential } = principal
    const isVisitor = credential.kind === 'visitor'
    return linkResponse(resolveLink(services.links, query, dataset, 'parameter', isVisitor), query, call)
  },
})

const resolveByPost = catalogueOperation({
  id: 'askBuildingLink',
  ...LINKS,
  summary: 'Look up an address (POST)',
  description: DESCRIPTION,
  body: LinkRequest,
  response: { status: 200, schema: LinkResponseSchema },
  example: {
    call: 'buildingLinks.ask',
    body: { address: SECOND_SAMPLE, city: 'Toronto', include: ['evidence'] },
  },
  handle(call) {
    const { services, principal, body } = call
    const { dataset, credential } = principal
    const isVisitor = credential.kind === 'visitor'
    return linkResponse(resolveLink(services.links, body, dataset, 'pointer', isVisitor), body, call)
  },
})

// biome-ignore format: a table is read by its columns
export const linksRoutes: readonly Route[] = [
  route('GET',  '/api/v1/building-links', resolve),
  route('POST', '/api/v1/building-links', resolveByPost),
]
