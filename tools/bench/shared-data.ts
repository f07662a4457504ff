// Reads the labelled listings of the shared folder, if it exists. Never copies them.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MatchBuilding } from '@plinth/matcher'
import { readBuilding } from '../../src/cli/match/building-line.ts'

const folder = fileURLToPath(new URL('../../../shared/', import.meta.url))

export const SHARED = {
  buildings: `${folder}data/links/buildings.ndjson`,
  listings: `${folder}data/links/listings.ndjson`,
  titles: `${folder}data/links/titles.ndjson`,
  noSpaces: `${folder}data/links/no-spaces.ndjson`,
  names: `${folder}data/links/names.ndjson`,
  namedBuildings: `${folder}data/links/names-buildings.ndjson`,
  similarStreets: `${folder}data/links/similar-streets.ndjson`,
  posts: `${folder}data/links/posts.ndjson`,
  streets: `${folder}data/streets/`,
  places: `${folder}data/places/`,
  makeFaults: `${folder}tools/make-faults.py`,
  torontoRegistration: `${folder}data/sources/toronto-apartment-registration.csv`,
  calgaryAssessment: `${folder}data/sources/calgary-assessment-sample.csv`,
}

export const hasShared = (): boolean => existsSync(SHARED.buildings) && existsSync(SHARED.listings)

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

export const parseRows = <T>(text: string): T[] => linesOf(text).map((line) => JSON.parse(line) as T)

/** The rows of an NDJSON file; none if it does not exist. */
export const rowsIn = <T>(file: string): T[] => (existsSync(file) ? parseRows(readFileSync(file, 'utf8')) : [])

export const buildingsIn = (file: string): MatchBuilding[] => linesOf(readFileSync(file, 'utf8')).map(readBuilding)

export const sharedBuildings = (): MatchBuilding[] => buildingsIn(SHARED.buildings)
