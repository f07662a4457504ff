// Writes listings and their links as JSON text. Hand-written for speed, like link-json.ts.
import type { PresentedListing } from '../../listings/listing-types.ts'
import { linkText } from '../links/link-json.ts'

const json = JSON.stringify

/** The `link` of a listing. */
export function listingLinkText(
  { listing, links, dataset_version, model_version }: PresentedListing,
  withEvidence = false,
): string {
  const [match, ...others] = links
  return (
    `{"outcome":"${listing.outcome}","recommended_action":"${listing.action}","reason":${json(listing.reason)},` +
    `"reason_detail":${json(listing.reason_detail)},"match":${match ? linkText(match, withEvidence) : 'null'},` +
    `"other_candidates":[${others.map((link) => linkText(link, withEvidence)).join(',')}],` +
    `"dataset_version":"${dataset_version}","model_version":"${model_version}","linked_at":"${listing.linked_at}"}`
  )
}

export function listingText(presented: PresentedListing, withEvidence = false): string {
  const { listing } = presented
  const { hints, decision } = listing
  const before = {
    key: listing.key,
    feed: listing.feed_id,
    address: listing.address,
    city: hints.city ?? null,
    province: hints.province ?? null,
    postal_code: hints.postal_code ?? null,
    building_name: hints.building_name ?? null,
    condo_corp: hints.condo_corp ?? null,
    unit: hints.unit ?? null,
    latitude: hints.latitude ?? null,
    longitude: hints.longitude ?? null,
    listed_on: hints.listed_on ?? null,
    status: listing.status,
    attributes: listing.attributes,
  }
  const after = {
    decision: decision && {
      verdict: decision.verdict,
      project_id: decision.project_id,
      building_id: decision.building_id,
      note: decision.note,
      decided_at: decision.at,
    },
    home_id: listing.home_id,
    gone_at: listing.gone_at,
    created_at: listing.created_at,
    updated_at: listing.updated_at,
  }
  return `${json(before).slice(0, -1)},"link":${listingLinkText(presented, withEvidence)},${json(after).slice(1)}`
}
