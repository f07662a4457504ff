// `npm run bench link-json`: our writer of link responses against fast-json-stringify and JSON.stringify.
import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import { linkResponseText, toLinkResponseJson } from '../src/http/links/link-json.ts'
import { LinkResponseSchema } from '../src/http/links/link-schemas.ts'
import type { LinkTarget } from '../src/links/link-target.ts'
import type { Link, LinkResult } from '../src/links/links.ts'

const ROUNDS = 200_000
const RUNS = 5

const target: LinkTarget = {
  project_id: 1,
  project_name: 'The Howe Residences',
  canonical_mls_address: '1480 Howe St, Vancouver, BC',
  latitude: 49.27571,
  longitude: -123.13092,
  building_id: 1,
  building_name: null,
}

const link = {
  target,
  match_method: 'auto',
  match_confidence: 0.999368,
  unit: '1203',
  match_strategy: 'partial_address',
  match_level: 'building',
} as Link

const result = {
  links: [link],
  outcome: 'matched',
  action: 'accept',
  reason: null,
  reason_detail: null,
  none_probability: 0.000632,
  below_min_confidence: 0,
  dataset_version: '2026-11-15.1',
  model_version: 'm1',
} as unknown as LinkResult

/** Builds the response object as a serializer needs it. */
function toObject({ links, action, ...meta }: LinkResult): object {
  const data = links.map(({ target: { project_id, project_name, canonical_mls_address, ...rest }, ...match }) => ({
    project_id,
    project_name,
    canonical_mls_address,
    match_method: match.match_method,
    match_confidence: Math.round(match.match_confidence * 1e6) / 1e6,
    ...rest,
    unit: match.unit,
    match_strategy: match.match_strategy,
    match_level: match.match_level,
  }))
  return {
    data,
    meta: {
      outcome: meta.outcome,
      recommended_action: action,
      reason: meta.reason,
      reason_detail: meta.reason_detail,
      none_probability: Math.round(meta.none_probability * 1e6) / 1e6,
      below_min_confidence: meta.below_min_confidence,
      dataset_version: meta.dataset_version,
      model_version: meta.model_version,
    },
  }
}

function bestNanoseconds(write: () => string): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now()
    let length = 0
    for (let i = 0; i < ROUNDS; i++) length += write().length
    if (length === 0) throw new Error('nothing was written')
    best = Math.min(best, ((performance.now() - start) * 1e6) / ROUNDS)
  }
  return best
}

export async function benchLinkJson(): Promise<void> {
  const schema = z.toJSONSchema(LinkResponseSchema, { target: 'draft-7', unrepresentable: 'any' })
  const compiled = fastJson.default(schema as fastJson.Schema)
  const expected = JSON.stringify(toLinkResponseJson(result, {}))
  const ways: Readonly<Record<string, () => string>> = {
    'our writer': () => linkResponseText(result, {}),
    'fast-json-stringify': () => compiled(toObject(result)),
    'JSON.stringify': () => JSON.stringify(toObject(result)),
  }
  const times = Object.entries(ways).map(([name, write]) => {
    if (JSON.stringify(JSON.parse(write())) !== expected) throw new Error(`${name} writes something else`)
    return [name, bestNanoseconds(write)] as const
  })
  for (const [name, ns] of times)
    console.log(`  ${name.padEnd(22)} ${ns.toFixed(0).padStart(6)} ns  ${(ns / times[0]![1]).toFixed(1)} ×`)
}
