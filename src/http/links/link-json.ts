// Writes a building-link response as JSON text.
// Hand-written for speed: a generic serializer takes half as long as matching the address does.

import type { AddressDescription } from '../../addresses/address-types.ts'
import { isUnitKnown } from '../../catalog/records/unit-labels.ts'
import type { LinkTarget } from '../../links/link-target.ts'
import type { Link, LinkResult } from '../../links/links.ts'
import type { LinkRequest, LinkResponse } from './link-schemas.ts'

type ResponseOptions = Pick<LinkRequest, 'mls_number' | 'include'>

const json = JSON.stringify
const probability = (value: number) => Math.round(value * 1e6) / 1e6
/** Nine decimals are enough to compute the six of a confidence. Also removes the rounding errors of sums. */
const precise = (value: number) => Math.round(value * 1e9) / 1e9

export function linkResponseText(
  result: LinkResult,
  { include, mls_number }: ResponseOptions,
  address?: AddressDescription,
): string {
  const withEvidence = include?.includes('evidence') ?? false
  let data = ''
  for (const link of result.links) data += (data === '' ? '' : ',') + linkText(link, withEvidence)
  let more = ''
  if (result.warnings) more += `,"warnings":${json(result.warnings)}`
  if (result.lookups > 1) more += `,"lookups":${result.lookups}`
  if (mls_number) more += `,"mls_number":${json(mls_number)}`
  if (withEvidence && result.calculation) more += `,"calculation":${calculationText(result.calculation)}`
  if (withEvidence && result.search) more += `,"search":${json(result.search)}`
  if (include?.includes('parsed')) more += `,"parsed":${json(result.reading)}`
  if (include?.includes('readings')) more += `,"readings":${json(result.readings ?? [])}`
  if (address) more += `,"address":${json(address)}`
  return (
    `{"data":[${data}],"meta":{"outcome":"${result.outcome}","recommended_action":"${result.action}",` +
    `"reason":${plainWord(result.reason)},"reason_detail":${text(result.reason_detail)},` +
    `"none_probability":${probability(result.none_probability)},"below_min_confidence":${result.below_min_confidence},` +
    `"dataset_version":"${result.dataset_version}","model_version":"${result.model_version}"${more}}}`
  )
}

export function linkText(link: Link, withEvidence: boolean): string {
  const { identity, location } = targetText(link.target)
  const summary = withEvidence && link.summary ? `,"summary":${json(link.summary)}` : ''
  const evidence = withEvidence ? `${summary},${scoringText(link.scoring)},"evidence":${json(link.evidence ?? [])}` : ''
  return (
    `{${identity},"match_method":"${link.match_method}","match_confidence":${probability(link.match_confidence)},` +
    `${location},"unit":${text(link.unit)},"unit_known":${isUnitKnown(link.target.unit_labels, link.unit)},"match_strategy":"${link.match_strategy}",` +
    `"match_level":"${link.match_level}"${evidence}}`
  )
}

const NO_SCORING = '"prior_bits":null,"score":null,"raw_probability":null,"merged_scores":[],"capped_by":null'

function scoringText(scoring: Link['scoring']): string {
  if (!scoring) return NO_SCORING
  const { prior_bits, score, raw_probability, merged_scores, capped_by } = scoring
  return fieldsText({
    prior_bits,
    score: precise(score),
    raw_probability: precise(raw_probability),
    merged_scores: merged_scores.map(precise),
    capped_by,
  })
}

function calculationText(calculation: NonNullable<LinkResult['calculation']>): string {
  const { scores, any_raw, any_calibrated, calibration, capped_probability, rejected_probability } = calculation
  return json({
    scores: scores.map(precise),
    none_score: 0,
    any_raw: precise(any_raw),
    any_calibrated: precise(any_calibrated),
    calibration,
    capped_probability: precise(capped_probability),
    rejected_probability: precise(rejected_probability),
  })
}

/** The constant fields of a target, in two parts: the match fields go between them. */
interface TargetText {
  readonly identity: string
  readonly location: string
}

const targetTexts = new WeakMap<LinkTarget, TargetText>()

function targetText(target: LinkTarget): TargetText {
  let parts = targetTexts.get(target)
  if (!parts) {
    const {
      project_id,
      project_name,
      canonical_mls_address,
      project_address,
      unit_labels: _labels,
      location_accuracy: _,
      ...rest
    } = target
    const names = { project_id, project_name, canonical_mls_address, project_address }
    parts = { identity: fieldsText(names), location: fieldsText(rest) }
    targetTexts.set(target, parts)
  }
  return parts
}

/** The fields of an object without the braces. */
const fieldsText = (fields: object) => json(fields).slice(1, -1)

const text = (value: string | null) => (value === null ? 'null' : json(value))
/** A value from a closed list, which needs no escaping. */
const plainWord = (value: string | null) => (value === null ? 'null' : `"${value}"`)

export function toLinkResponseJson(result: LinkResult, options: ResponseOptions): LinkResponse {
  return JSON.parse(linkResponseText(result, options)) as LinkResponse
}

export function toLinkJson(link: Link): LinkResponse['data'][number] {
  return JSON.parse(linkText(link, link.evidence !== undefined)) as LinkResponse['data'][number]
}
