// Every confidence can be computed again from the published numbers, with the code in docs/matching.md.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { SANDBOX_VERIFIED } from '../../src/app/sandbox.ts'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import type { Calibration } from '../../src/http/api-types.ts'
import type { LinkResponse } from '../../src/http/links/link-schemas.ts'
import { startServer } from '../support/server.ts'
import { snippetsOf } from '../support/snippets.ts'

type ConfidencesOf = (answer: LinkResponse, calibration: Calibration) => number[]

const CODE = snippetsOf(readFileSync('docs/matching.md', 'utf8')).find(({ code }) =>
  code.includes('confidencesOf'),
)!.code
const confidencesOf = new Function(`${CODE}; return confidencesOf`)() as ConfidencesOf

const server = await startServer()
const calibration = (await server.get('/api/v1/building-links/calibration', server.keys.sandbox)).body.data
afterAll(() => server.stop())

interface Query {
  readonly address?: string
  readonly [field: string]: unknown
}

async function answersTo(queries: readonly Query[], key: string): Promise<LinkResponse[]> {
  const body = { queries: queries.map((query) => ({ ...query, include: ['evidence'] })) }
  const { status, body: answer } = await server.send('POST', '/api/v1/building-links/batch', body, key)
  expect(status).toBe(200)
  expect(answer.meta.errors).toBe(0)
  return answer.data
}

/** Six published decimals, and the rounding of the numbers that it is computed from. */
const ROUNDING = 0.5e-6 + 1e-9

function expectRecomputed(answer: LinkResponse): void {
  const computed = confidencesOf(answer, calibration)
  answer.data.forEach((link, i) => {
    expect(Math.abs(computed[i]! - link.match_confidence)).toBeLessThanOrEqual(ROUNDING)
    if (link.match_method === 'verified') return
    const bits = link.evidence!.reduce((sum, evidence) => sum + evidence.bits, 0)
    expect(link.score).toBeCloseTo(bits, 9)
    expect(link.evidence![0]).toMatchObject({ component: 'prior', bits: link.prior_bits })
    expect(link.merged_scores).toContain(link.score)
    for (const score of link.merged_scores!) expect(answer.meta.calculation!.scores).toContain(score)
    const { any_raw, any_calibrated } = answer.meta.calculation!
    const uncapped = (link.raw_probability! * any_calibrated) / any_raw
    expect(Math.min(uncapped, link.capped_by?.cap ?? 1)).toBeCloseTo(link.match_confidence, 5)
  })
  const { any_calibrated, capped_probability, rejected_probability } = answer.meta.calculation!
  if (answer.data[0]?.match_method !== 'verified')
    expect(answer.meta.none_probability).toBeCloseTo(1 - any_calibrated + capped_probability + rejected_probability, 5)
}

/** Spellings of the addresses and names of a project: exact, cut, misspelled, with and without a place. */
function queriesOf({ name, city_name, province, aliases, buildings }: ProjectRecord): Query[] {
  const lines = buildings.flatMap(({ addresses }) => addresses.map(({ line }) => line))
  const named = [name, ...aliases, ...buildings.flatMap((building) => building.name ?? [])]
  return [
    ...lines.flatMap((line) => [
      { address: line },
      { address: `${line}, ${city_name}, ${province}` },
      { address: `#1203 - ${line}`, city: city_name, listed_on: '2024-05-01' },
      { address: line.replace(/ (?:St|Ave|Sq|Gate)\b.*$/, '') },
      { address: line.replace(/([a-z])([a-z])/, '$2$1'), city: city_name },
      { address: line.replace(/^\d+-/, ''), city: city_name },
      { address: line, city: 'Seattle' },
      { address: line, postal_code: 'V5K 0A1', min_confidence: 0, limit: 10 },
    ]),
    ...named.flatMap((text) => [
      { address: text },
      { address: `${text} unit 1203`, city: city_name },
      { address: lines[0]!, building_name: text, min_confidence: 0 },
    ]),
  ]
}

describe('the confidence of a link', () => {
  it('can be computed again for every sandbox address, in every spelling', async () => {
    const projects = server.app.services.catalog.snapshot('sandbox').projects.toArray()
    const queries = projects.flatMap(queriesOf)
    expect(queries.length).toBeGreaterThan(250)
    const answers = await answersTo(queries, server.keys.sandbox)
    answers.forEach(expectRecomputed)
    const strategies = new Set(answers.flatMap(({ data }) => data.map(({ match_strategy }) => match_strategy)))
    for (const strategy of ['exact_address', 'alias_address', 'partial_address', 'fuzzy_address', 'building_name'])
      expect(strategies).toContain(strategy)
    const merged = answers.flatMap(({ data }) => data).filter(({ merged_scores }) => merged_scores!.length > 1)
    expect(merged.map(({ match_level }) => match_level)).toContain('project')
    expect(answers.map(({ meta }) => meta.outcome)).toContain('ambiguous')
  })

  it('can be computed again for points and postal codes', async () => {
    const projects = server.app.services.catalog.snapshot('sandbox').projects.toArray()
    const queries = projects.flatMap(({ latitude, longitude, postal_code }) => {
      if (latitude === null || longitude === null || postal_code === null) return []
      const point = { latitude: latitude + 0.0002, longitude: longitude + 0.0001 }
      return [{ ...point }, { ...point, postal_code, min_confidence: 0 }, { postal_code, min_confidence: 0 }]
    })
    const answers = await answersTo(queries, server.keys.sandbox)
    answers.forEach(expectRecomputed)
    const links = answers.flatMap(({ data }) => data)
    expect(links.length).toBeGreaterThan(30)
    expect(new Set(links.map(({ match_strategy }) => match_strategy))).toEqual(new Set(['nearest']))
    expect(answers.map(({ meta }) => meta.recommended_action)).not.toContain('accept')
  })

  it('is 1 for a verified address', async () => {
    const { line, city, province } = SANDBOX_VERIFIED
    const [answer] = await answersTo([{ address: `${line}, ${city}, ${province}` }], server.keys.sandbox)
    expect(answer!.data[0]).toMatchObject({ match_method: 'verified', match_confidence: 1, merged_scores: [] })
    expect(answer!.data[0]).toMatchObject({ prior_bits: null, score: null, raw_probability: null, evidence: [] })
    expectRecomputed(answer!)
  })

  it('can be computed again in the full dataset', async () => {
    const projects = server.app.services.catalog.snapshot('production').projects.toArray()
    const answers = await answersTo(projects.flatMap(queriesOf).slice(0, 300), server.keys.pro)
    expect(answers.filter(({ data }) => data.length > 0).length).toBeGreaterThan(150)
    answers.forEach(expectRecomputed)
  })
})

it('finds no production building by a point in the sandbox, and does not hint at one', async () => {
  const sandbox = server.app.services.catalog.snapshot('sandbox').projects.toArray()
  const far = server.app.services.catalog
    .snapshot('production')
    .projects.toArray()
    .find(
      (one) => one.latitude !== null && sandbox.every((other) => Math.abs((other.latitude ?? 0) - one.latitude!) > 0.1),
    )!
  const path = `/api/v1/building-links?latitude=${far.latitude}&longitude=${far.longitude}`
  const live = await server.get(path, server.keys.pro)
  expect(live.body.data.map(({ project_id }: { project_id: number }) => project_id)).toContain(far.id)
  const tried = await server.get(path, server.keys.sandbox, { 'accept-language': 'fr' })
  expect(tried.body).toMatchObject({ data: [], meta: { reason: 'point_far_from_any_building' } })
  expect(tried.body.meta.reason_detail).toMatch(/^Aucun immeuble/)
})

it('counts the candidates that min_confidence leaves out', async () => {
  const address = '225 King St W'
  const counts = async (query: object) => {
    const { body } = await server.send('POST', '/api/v1/building-links', { address, ...query }, server.keys.sandbox)
    return [body.data.length, body.meta.below_min_confidence]
  }
  const [all] = await counts({ min_confidence: 0 })
  expect(all).toBe(2)
  expect(await counts({ min_confidence: 0 })).toEqual([2, 0])
  expect(await counts({ min_confidence: 0.9 })).toEqual([0, 2])
  expect(await counts({ min_confidence: 0, limit: 1 })).toEqual([1, 0])
  const { line, city, province } = SANDBOX_VERIFIED
  expect(await counts({ address: `${line}, ${city}, ${province}` })).toEqual([1, 0])
})
