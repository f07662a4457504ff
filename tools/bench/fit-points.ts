// Fits links by point and postal code on real listings; with --write, writes src/links/location-model.ts.
//   npx tsx tools/bench/fit-points.ts [--write]

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { CalibrationMap } from '@plinth/matcher/internal/decide/model-shape'
import { calibrate, probabilities } from '@plinth/matcher/internal/decide/score'
import type { CalibrationPoint } from '@plinth/matcher/internal/fit/fit-calibration'
import { fitCalibration, IDENTITY } from '@plinth/matcher/internal/fit/fit-calibration'
import type { LocatedBuilding, LocationWeights, PostalLevel } from '../../src/links/location-score.ts'
import {
  DISTANCES,
  distanceLevel,
  LOCATION_INPUTS,
  locationEvidence,
  POINT_ACCURACIES,
  POSTAL_LEVELS,
  RADIUS_M,
  rankByLocation,
  SHARED_LEVELS,
  sharedLevel,
} from '../../src/links/location-score.ts'
import { resultsMonth, writeResultsSection } from '../shared/results-file.ts'
import { hasShared, rowsIn, SHARED } from './shared-data.ts'

/** A point or a postal code is rarely proof: below the 0.95 of `accept`, whatever the sample says. */
const HIGHEST = 0.9
const FOLDS = 5
const TRUSTED = ['google_rooftop', 'centris', 'listing_geocode']

interface BuildingRow {
  readonly building_key: string
  readonly lat?: number
  readonly lng?: number
  readonly geo_quality?: string
  readonly postal?: string
}

interface ListingRow extends Omit<BuildingRow, 'building_key'> {
  readonly building_key: string | null
  readonly how_labelled: string
  readonly source: string
  readonly neg_kind?: string | null
}

interface Case {
  readonly candidates: readonly LocatedBuilding[]
  /** Position of the right building among the candidates; -1 for none. */
  readonly truth: number
  readonly weight: number
  readonly fold: number
}

type Weights = { [C in keyof LocationWeights]: Record<string, number> }

const codeOf = (row: { postal?: string | null }): string => (row.postal ?? '').replace(/\s/g, '').toUpperCase()

function metresBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const east = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180)
  return 111_195 * Math.hypot(a.lat - b.lat, east)
}

function postalLevel(listing: string, building: string): PostalLevel {
  if (listing.length < 6 || building.length < 6) return 'missing'
  if (listing === building) return 'same'
  return listing.slice(0, 3) === building.slice(0, 3) ? 'same_area' : 'other'
}

/** A number below `FOLDS` that is the same for one neighbourhood or postal area. */
function foldOf(text: string): number {
  let hash = 7
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003
  return hash % FOLDS
}

const isUnlabelled = ({ neg_kind }: ListingRow): boolean => neg_kind === 'post names no indexed building'

/**
 * Some points of buildings were taken from the listings themselves. Such a pair says nothing about distances, so
 * listings on the very point of their building are left out, and the rest count for them.
 */
function pointCases(buildings: readonly BuildingRow[], listings: readonly ListingRow[]): Case[] {
  const rows = buildings.map((row, i) => ({ ...row, id: i + 1 }))
  const located = rows.filter((row): row is typeof row & { lat: number; lng: number } => row.lat !== undefined)
  const byKey = new Map(rows.map((row) => [row.building_key, row]))
  const grid = new Map<string, (typeof located)[number][]>()
  const cell = (lat: number, lng: number) => `${lat},${lng}`
  for (const row of located) {
    const key = cell(Math.floor(row.lat * 200), Math.floor(row.lng * 200))
    grid.set(key, [...(grid.get(key) ?? []), row])
  }
  const near = (point: { lat: number; lng: number }) => {
    const [y, x] = [Math.floor(point.lat * 200), Math.floor(point.lng * 200)]
    return [-1, 0, 1]
      .flatMap((dy) => [-1, 0, 1].flatMap((dx) => grid.get(cell(y + dy, x + dx)) ?? []))
      .map((row) => ({ row, metres: metresBetween(point, row) }))
      .filter(({ metres }) => metres <= RADIUS_M)
      .sort((a, b) => a.metres - b.metres)
  }
  const points = listings.filter((row) => row.lat != null && row.lng != null && !isUnlabelled(row))
  const withBuilding = points.filter(({ building_key }) => building_key !== null).length
  const cases = points.flatMap((listing) => {
    const truth = listing.building_key === null ? undefined : byKey.get(listing.building_key)
    const point = { lat: listing.lat!, lng: listing.lng! }
    const found = near(point)
    const own = truth && found.find(({ row }) => row.id === truth.id)
    const isCopied =
      own && (own.metres < 1 || (listing.source.startsWith('kaggle') && /kaggle/.test(own.row.geo_quality!)))
    if (isCopied) return []
    const candidates = found.map(({ row, metres }) => ({
      buildingId: row.id,
      projectId: row.id,
      metres,
      accuracy: TRUSTED.includes(row.geo_quality ?? '') ? ('exact' as const) : ('approximate' as const),
      postal: postalLevel(codeOf(listing), codeOf(row)),
    }))
    const fold = foldOf(`${Math.floor(point.lat * 50)} ${Math.floor(point.lng * 50)}`)
    return [
      { candidates, truth: candidates.findIndex(({ buildingId }) => buildingId === truth?.id), fold, isIn: !!truth },
    ]
  })
  const remaining = cases.filter(({ isIn }) => isIn).length
  return cases.map(({ isIn, ...one }) => ({ ...one, weight: isIn ? withBuilding / remaining : 1 }))
}

/** Labels that were made with the postal code would confirm themselves. */
function postalCases(buildings: readonly BuildingRow[], listings: readonly ListingRow[]): Case[] {
  const byCode = new Map<string, number[]>()
  buildings.forEach((row, i) => {
    const code = codeOf(row)
    if (code.length === 6) byCode.set(code, [...(byCode.get(code) ?? []), i])
  })
  return listings.flatMap((listing) => {
    const code = codeOf(listing)
    const found = byCode.get(code)
    if (!found || isUnlabelled(listing) || listing.how_labelled.includes('postal')) return []
    const candidates = found.map((i) => ({
      buildingId: i,
      projectId: i,
      metres: null,
      accuracy: 'exact' as const,
      postal: sharedLevel(found.length),
    }))
    const truth = found.findIndex((i) => buildings[i]!.building_key === listing.building_key)
    return [{ candidates, truth, weight: 1, fold: foldOf(code.slice(0, 3)) }]
  })
}

const startWeights = (): Weights => ({
  prior: Object.fromEntries(LOCATION_INPUTS.map((input) => [input, 0])),
  distance: Object.fromEntries(DISTANCES.map((upper) => [distanceLevel(upper), 0])),
  point_accuracy: Object.fromEntries(POINT_ACCURACIES.map((level) => [level, 0])),
  postal_code: Object.fromEntries([...POSTAL_LEVELS, ...SHARED_LEVELS].map((level) => [level, 0])),
})

/** Levels that nothing is learned about: they are the zero of their component. */
const FIXED = ['prior.point', 'prior.postal_code', 'point_accuracy.exact', 'postal_code.missing']
/** Cases that a weight of 0 counts for, so that rare levels stay near it. */
const PULL = 3
const STEPS = 1500

/** Levels that are never worth less than the ones after them. */
const FALLING: readonly (readonly string[])[] = [
  DISTANCES.map((upper) => `distance.${distanceLevel(upper)}`),
  ['postal_code.same', 'postal_code.missing', 'postal_code.same_area', 'postal_code.other'],
]

/** Maximizes the likelihood of the right building, or of none. */
function fitWeights(cases: readonly Case[]): LocationWeights {
  const weights = startWeights()
  const names = Object.entries(weights).flatMap(([component, levels]) =>
    Object.keys(levels).map((level) => `${component}.${level}`),
  )
  const bits = new Float64Array(names.length)
  const levelsOf = (building: LocatedBuilding): number[] =>
    locationEvidence(building, weights as LocationWeights).map(({ component, level }) =>
      names.indexOf(`${component}.${level}`),
    )
  const prepared = cases.map(({ candidates, truth, weight }) => ({ levels: candidates.map(levelsOf), truth, weight }))
  const rate = 40 / cases.reduce((sum, { weight }) => sum + weight, 0)
  const gradient = new Float64Array(names.length)
  for (let step = 0; step < STEPS; step++) {
    gradient.fill(0)
    for (const { levels, truth, weight } of prepared) {
      const p = probabilities(levels.map((list) => list.reduce((sum, at) => sum + bits[at]!, 0)))
      levels.forEach((list, i) => {
        for (const at of list) gradient[at]! += weight * ((i === truth ? 1 : 0) - p[i]!)
      })
    }
    names.forEach((name, at) => {
      if (!FIXED.includes(name)) bits[at]! += rate * (gradient[at]! - (PULL * bits[at]!) / 10)
    })
    for (const chain of FALLING)
      for (const [i, name] of chain.entries()) {
        const before = i === 0 ? Infinity : bits[names.indexOf(chain[i - 1]!)]!
        if (!FIXED.includes(name)) bits[names.indexOf(name)] = Math.min(bits[names.indexOf(name)]!, before)
      }
  }
  names.forEach((name, at) => {
    const [component, level] = name.split('.') as [keyof Weights, string]
    weights[component][level] = Math.round(bits[at]! * 100) / 100
  })
  return weights as LocationWeights
}

function fitMap(cases: readonly Case[], weights: LocationWeights): CalibrationMap {
  const points: CalibrationPoint[] = cases
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ candidates, truth, weight }) => ({
      p: rankByLocation(candidates, weights).any_raw,
      right: truth >= 0,
      weight,
    }))
  const below = fitCalibration(points, IDENTITY).filter(([, y]) => y < HIGHEST)
  const last = fitCalibration(points, IDENTITY).at(-1)![1]
  return [...below.filter(([x]) => x < 1), [1, Math.min(last, HIGHEST)]]
}

type Answer = Readonly<{ confidence: number; right: boolean; weight: number }>

/** The best candidate of every case, by a model that was fitted on the other folds. */
function heldOutAnswers(cases: readonly Case[]): Answer[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const train = cases.filter((one) => one.fold !== fold)
    const weights = fitWeights(train)
    const map = fitMap(train, weights)
    return cases
      .filter((one) => one.fold === fold && one.candidates.length > 0)
      .map(({ candidates, truth, weight }) => {
        const { ranked, any_raw } = rankByLocation(candidates, weights)
        const { building, raw_probability } = ranked[0]!
        const confidence = (raw_probability * calibrate(any_raw, map)) / any_raw
        return { confidence, right: candidates[truth]?.buildingId === building.buildingId, weight }
      })
  }).flat()
}

const BINS = [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 1]

function tableOf(name: string, cases: readonly Case[], answers: readonly Answer[]): string {
  const sum = (list: readonly Answer[], of: (answer: Answer) => number) =>
    list.reduce((t, a) => t + of(a) * a.weight, 0)
  const all = sum(answers, () => 1)
  let distance = 0
  const lines = BINS.slice(1).flatMap((upper, i) => {
    const bin = answers.filter(({ confidence }) => confidence >= BINS[i]! && confidence < upper)
    if (bin.length === 0) return []
    const n = sum(bin, () => 1)
    const [said, was] = [sum(bin, ({ confidence }) => confidence) / n, sum(bin, ({ right }) => Number(right)) / n]
    distance += (n / all) * Math.abs(said - was)
    return [
      `| ${name} | ${BINS[i]!.toFixed(2)}–${upper.toFixed(2)} | ${bin.length} | ${said.toFixed(3)} | ${was.toFixed(3)} |`,
    ]
  })
  return `${lines.join('\n')}\n| ${name} | all | ${answers.length} of ${cases.length} | ECE ${distance.toFixed(3)} | highest ${Math.max(...answers.map(({ confidence }) => confidence)).toFixed(3)} |`
}

function writeModel(weights: LocationWeights, point: CalibrationMap, postal: CalibrationMap): void {
  const text = `// Weights and calibration of links by point or postal code. Written by tools/bench/fit-points.ts; do not edit.
import type { CalibrationMap } from '@plinth/matcher/internal/decide/model-shape'
import type { LocationInput, LocationWeights } from './location-score.ts'

export const LOCATION_WEIGHTS: LocationWeights = ${JSON.stringify(weights, null, 2)}

/** Ends below 0.95: a point or a postal code alone is never proof. */
export const LOCATION_MAPS: Readonly<Record<LocationInput, CalibrationMap>> = ${JSON.stringify({ point, postal_code: postal }, null, 2)}
`
  writeFileSync(fileURLToPath(new URL('../../src/links/location-model.ts', import.meta.url)), text)
}

if (!hasShared()) throw new Error(`Needs the labelled listings: ${SHARED.listings} does not exist.`)
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const buildings = rowsIn<BuildingRow>(SHARED.buildings)
const listings = [SHARED.listings, SHARED.titles].flatMap((file) => rowsIn<ListingRow>(file))
const points = pointCases(buildings, listings)
const codes = postalCases(buildings, listings)
const weights = fitWeights([...points, ...codes])
const [pointMap, postalMap] = [fitMap(points, weights), fitMap(codes, weights)]
const table = [
  tableOf('point', points, heldOutAnswers(points)),
  tableOf('postal code', codes, heldOutAnswers(codes)),
].join('\n')
console.log(table)
if (values.write) {
  writeModel(weights, pointMap, postalMap)
  writeResultsSection(
    'points',
    `Real listings, held out by neighbourhood in ${FOLDS} parts, ${resultsMonth()}. Command: \`npx tsx tools/bench/fit-points.ts --write\`.\n\n` +
      `| input | confidence | answers | mean confidence | right |\n|---|---|---|---|---|\n${table}`,
  )
  console.log('Wrote src/links/location-model.ts and bench/RESULTS.md. Now run npm run fix.')
}
