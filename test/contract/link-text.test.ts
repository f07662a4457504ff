// The answer that is written by hand is the JSON that a serialiser would write, whatever stands in it.
import { describe, expect, it } from 'vitest'
import { linkResponseText, toLinkJson, toLinkResponseJson } from '../../src/contract/link-json.ts'
import { LinkResponseSchema, LinkSchema } from '../../src/contract/link-schemas.ts'
import type { LinkTarget } from '../../src/links/link-target.ts'
import type { Link, LinkResult } from '../../src/links/links.ts'

const HOSTILE = [
  '',
  'plain',
  '"',
  '\\',
  '\\"',
  '</script>',
  '\u2028\n\t\u0000',
  'é’Ω',
  '\ud83c\udfe2',
  '\ud800',
  '{"a":1}',
]

const reading = {
  civic_number: '1480',
  civic_number_to: null,
  number_suffix: null,
  street_name: 'howe "st"',
  street_type: null,
  direction: null,
  unit: '1203',
  city: null,
  province: null,
  postal_code: null,
  building_name: null,
  condo_corp: null,
}
const evidence = [{ component: 'civic_number', query: '1480', building: '1480', level: 'same', bits: 1 / 3 }]

function linkTo(place: Partial<LinkTarget>, more: Partial<Link> = {}): Link {
  const nowhere = { latitude: null, longitude: null, building_id: null, building_name: null }
  return {
    target: { project_id: 1, project_name: 'One', canonical_mls_address: '1 Bay St, Toronto', ...nowhere, ...place },
    match_method: 'auto',
    match_confidence: 0.123456789,
    unit: null,
    match_strategy: 'exact_address',
    match_level: 'project',
    ...more,
  }
}

function answerOf(links: readonly Link[], more: Partial<LinkResult> = {}): LinkResult {
  return {
    links,
    outcome: 'matched',
    action: 'accept',
    reason: null,
    reason_detail: null,
    none_probability: 1e-9,
    dataset_version: '2026-11-01.1',
    model_version: 'm1',
    reading,
    readings: [reading],
    lookups: 1,
    ...more,
  }
}

describe('an answer about building links', () => {
  it.each(HOSTILE)('carries %j wherever text of others can stand', (text) => {
    const link = linkTo({ project_name: text, canonical_mls_address: text, building_name: text }, { unit: text })
    const answer = answerOf([link, link], { outcome: 'weak', reason_detail: text })
    const told = linkResponseText(answer, { mls_number: text, include: undefined })
    const { data, meta } = JSON.parse(told)
    expect(data).toHaveLength(2)
    expect(data[1]).toMatchObject({ project_name: text, canonical_mls_address: text, building_name: text, unit: text })
    expect(meta).toMatchObject({ reason_detail: text })
    expect(meta.mls_number).toBe(text === '' ? undefined : text)
    // Byte by byte: no space, no other escape.
    expect(told).toBe(JSON.stringify(JSON.parse(told)))
  })

  it('has its fields in the order of the reference, and only the parts that were asked for', () => {
    const place = { latitude: 49.5, longitude: -123.25, building_id: 2, building_name: 'Tower' }
    const answer = answerOf([linkTo(place, { evidence, match_level: 'building' })])
    const all = toLinkResponseJson(answer, { include: ['evidence', 'parsed', 'readings'], mls_number: 'C1' })
    expect(Object.keys(all.data[0]!)).toEqual(Object.keys(LinkSchema.shape))
    expect(Object.keys(all.meta)).toEqual(Object.keys(LinkResponseSchema.shape.meta.shape))
    expect(LinkResponseSchema.parse(all)).toEqual(all)
    expect(all).toMatchObject({ data: [{ ...place, evidence }], meta: { parsed: reading, readings: [reading] } })
    const plain = toLinkResponseJson(answer, {})
    expect(plain.data[0]).not.toHaveProperty('evidence')
    expect(Object.keys(plain.meta)).not.toContain('parsed')
    expect(toLinkJson(answer.links[0]!)).toEqual(all.data[0])
  })

  it('says probabilities in six decimals and nothing as null', () => {
    const { data, meta } = toLinkResponseJson(answerOf([linkTo({})]), {})
    expect(data[0]).toMatchObject({ match_confidence: 0.123457, latitude: null, building_name: null, unit: null })
    expect(meta).toMatchObject({ none_probability: 0, reason: null })
    const none = answerOf([], { outcome: 'no_match', action: 'reject', reason: 'no_civic_number', none_probability: 1 })
    expect(toLinkResponseJson(none, {})).toMatchObject({ data: [], meta: { reason: 'no_civic_number' } })
  })
})
