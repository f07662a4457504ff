// The hand-written link JSON equals the output of a generic serializer.
import { describe, expect, it } from 'vitest'
import { linkResponseText, toLinkJson, toLinkResponseJson } from '../../src/http/links/link-json.ts'
import { LinkResponseSchema, LinkSchema } from '../../src/http/links/link-schemas.ts'
import type { LinkTarget } from '../../src/links/link-target.ts'
import type { Link, LinkResult } from '../../src/links/links.ts'
import { fromCases } from '../support/cases.ts'

const HOSTILE = fromCases<string[]>('contract/link-text', 'hostile texts')

const reading = fromCases<NonNullable<LinkResult['reading']>>('contract/link-text', 'reading')
const summary = { en: 'Same "number".', fr: 'Même numéro.' }
const scoring = {
  prior_bits: -1.4,
  score: 0.1 + 0.2,
  raw_probability: 0.1234567891,
  merged_scores: [1 / 3],
  capped_by: null,
}
const calculation = {
  scores: [1 / 3],
  any_raw: 0.5,
  any_calibrated: 1 / 3,
  calibration: { stratum: 'exact', input: 'text' },
  capped_probability: 0,
  rejected_probability: 0,
}
const evidence = [{ component: 'civic_number', query: '1480', building: '1480', level: 'same', bits: 1 / 3 }]

function linkTo(place: Partial<LinkTarget>, more: Partial<Link> = {}): Link {
  const names = { project_id: 1, project_name: 'One', canonical_mls_address: '1 Bay St', project_address: '3 Bay St' }
  const noLocation = { latitude: null, longitude: null, building_id: null, building_name: null, invented: false }
  return {
    target: { ...names, ...noLocation, ...place },
    match_method: 'auto',
    match_confidence: 0.123456789,
    unit: null,
    match_strategy: 'exact_address',
    match_level: 'project',
    ...more,
  }
}

function resultOf(links: readonly Link[], more: Partial<LinkResult> = {}): LinkResult {
  return {
    links,
    outcome: 'matched',
    action: 'accept',
    reason: null,
    reason_detail: null,
    none_probability: 1e-9,
    below_min_confidence: 0,
    dataset_version: '2026-11-01.1',
    model_version: 'm1',
    reading,
    readings: [reading],
    warnings: ['point_ignored'] as const,
    calculation,
    search: [{ step: 'exact_address', why: { en: 'Most "texts".', fr: 'La plupart.' }, added: 1 }],
    lookups: 1,
    ...more,
  }
}

describe('a building-link response', () => {
  it.each(HOSTILE)('escapes %j in every text field', (text) => {
    const link = linkTo(
      { project_name: text, canonical_mls_address: text, project_address: text, building_name: text },
      { unit: text },
    )
    const answer = resultOf([link, link], { outcome: 'weak', reason_detail: text })
    const json = linkResponseText(answer, { mls_number: text, include: undefined })
    const { data, meta } = JSON.parse(json)
    expect(data).toHaveLength(2)
    expect(data[1]).toMatchObject({
      project_name: text,
      canonical_mls_address: text,
      project_address: text,
      unit: text,
    })
    expect(meta).toMatchObject({ reason_detail: text })
    expect(meta.mls_number).toBe(text === '' ? undefined : text)
    // Identical bytes: no extra spaces or escapes.
    expect(json).toBe(JSON.stringify(JSON.parse(json)))
  })

  it('has its fields in schema order, and only the requested parts', () => {
    const place = { latitude: 49.5, longitude: -123.25, building_id: 2, building_name: 'Tower' }
    const answer = resultOf([linkTo(place, { evidence, summary, scoring, match_level: 'building' })], { lookups: 2 })
    const all = toLinkResponseJson(answer, { include: ['evidence', 'parsed', 'readings'], mls_number: 'C1' })
    expect(Object.keys(all.data[0]!)).toEqual(Object.keys(LinkSchema.shape))
    // The address has a serializer and a test of its own.
    const fields = Object.keys(LinkResponseSchema.shape.meta.shape).filter((name) => name !== 'address')
    expect(Object.keys(all.meta)).toEqual(fields)
    expect(LinkResponseSchema.parse(all)).toEqual(all)
    expect(all).toMatchObject({ data: [{ ...place, evidence }], meta: { parsed: reading, readings: [reading] } })
    expect(all.data[0]).toMatchObject({ prior_bits: -1.4, score: 0.3, raw_probability: 0.123456789 })
    expect(all.meta.calculation).toMatchObject({ scores: [0.333333333], none_score: 0, any_calibrated: 0.333333333 })
    const plain = toLinkResponseJson(answer, {})
    expect(plain.data[0]).not.toHaveProperty('score')
    expect(Object.keys(plain.meta)).not.toContain('calculation')
    expect(plain.data[0]).not.toHaveProperty('evidence')
    expect(Object.keys(plain.meta)).not.toContain('parsed')
    expect(toLinkJson(answer.links[0]!)).toEqual(all.data[0])
  })

  it('rounds probabilities to six decimals and writes missing values as null', () => {
    const { data, meta } = toLinkResponseJson(resultOf([linkTo({})]), {})
    expect(data[0]).toMatchObject({ match_confidence: 0.123457, latitude: null, building_name: null, unit: null })
    expect(meta).toMatchObject({ none_probability: 0, reason: null })
    const none = resultOf([], { outcome: 'no_match', action: 'reject', reason: 'no_civic_number', none_probability: 1 })
    expect(toLinkResponseJson(none, {})).toMatchObject({ data: [], meta: { reason: 'no_civic_number' } })
  })
})
