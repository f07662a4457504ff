// Columns and posting lists for project filters, built once per snapshot.

import type { ProjectRecord } from '../records/record-types.ts'
import { cityParts, foldCity, placeNames } from './city-names.ts'
import { daySpan } from './date-span.ts'
import { unitVector } from './distance.ts'
import { foldText } from './fold-name.ts'
import { Postings, WordIndex } from './postings.ts'

/** Lowest and highest value per row; NaN if unknown, so that comparisons fail. */
export interface Range {
  readonly low: Float64Array
  readonly high: Float64Array
}

export interface ProjectIndex {
  readonly city: Postings
  readonly province: Postings
  readonly neighbourhood: Postings
  readonly developer: Postings
  readonly status: Postings
  readonly sales_status: Postings
  readonly construction_status: Postings
  readonly building_type: Postings
  readonly price: Range
  readonly psf: Range
  readonly beds: Range
  readonly sqft: Range
  readonly storeys: Range
  readonly occupancy: Range
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** Unit vectors, three numbers per row. */
  readonly vectors: Float64Array
  readonly updatedAt: Float64Array
  readonly words: WordIndex
}

/** Yields between steps, so that the server can handle requests. */
export function* buildProjectIndex(projects: readonly ProjectRecord[]): Generator<void, ProjectIndex> {
  const size = projects.length
  const column = (numberOf: (project: ProjectRecord) => number | null) =>
    Float64Array.from(projects, (project) => numberOf(project) ?? Number.NaN)
  /** If one end is unknown, the other is used for both. */
  const range = (low: (p: ProjectRecord) => number | null, high: (p: ProjectRecord) => number | null): Range => ({
    low: column((p) => low(p) ?? high(p)),
    high: column((p) => high(p) ?? low(p)),
  })
  const list = (valuesOf: (project: ProjectRecord) => Iterable<string | null>) =>
    Postings.build(size, (row) => valuesOf(projects[row]!))
  const spans = projects.map((p) => (p.occupancy_date === null ? null : daySpan(p.occupancy_date)))
  return {
    city: yield* list((p) => [p.city_name, ...placeNames(p)].map(foldCity)),
    province: yield* list((p) => [p.province]),
    neighbourhood: yield* list((p) => [
      p.neighbourhood_name && foldText(p.neighbourhood_name),
      ...cityParts(p).map(foldText),
    ]),
    developer: yield* list((p) => [
      p.developer && foldText(p.developer),
      ...p.developers.map(({ name }) => foldText(name)),
    ]),
    status: yield* list((p) => [p.status]),
    sales_status: yield* list((p) => [p.sales_status]),
    construction_status: yield* list((p) => [p.construction_status]),
    building_type: yield* list((p) => [p.building_type]),
    price: range(
      (p) => p.price_from,
      (p) => p.price_to,
    ),
    psf: range(
      (p) => p.psf_from,
      (p) => p.psf_to,
    ),
    beds: range(
      (p) => p.bedrooms_min,
      (p) => p.bedrooms_max,
    ),
    sqft: range(
      (p) => p.size_min_sqft,
      (p) => p.size_max_sqft,
    ),
    storeys: range(
      (p) => p.storeys,
      (p) => p.storeys,
    ),
    occupancy: {
      low: Float64Array.from(spans, (span) => span?.[0] ?? Number.NaN),
      high: Float64Array.from(spans, (span) => span?.[1] ?? Number.NaN),
    },
    latitude: column((p) => p.latitude),
    longitude: column((p) => p.longitude),
    vectors: vectorsOf(projects),
    updatedAt: column((p) => Date.parse(p.updated_at)),
    words: new WordIndex(yield* Postings.build(size, (row) => wordsOf(projects[row]!))),
  }
}

function vectorsOf(projects: readonly ProjectRecord[]): Float64Array {
  const vectors = new Float64Array(projects.length * 3).fill(Number.NaN)
  projects.forEach(({ latitude, longitude }, row) => {
    if (latitude !== null && longitude !== null) vectors.set(unitVector(latitude, longitude), row * 3)
  })
  return vectors
}

function* wordsOf(project: ProjectRecord): Generator<string> {
  const texts = [
    ...[project.name, project.name_fr, ...project.aliases, project.developer, project.address],
    ...[project.neighbourhood_name, project.city_name],
    ...project.developers.map(({ name }) => name),
    ...project.buildings.flatMap(({ name, addresses }) => [name, ...addresses.map(({ line }) => line)]),
  ]
  for (const text of texts) if (text) yield* foldText(text).split(' ')
}
