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
  bcAcceptance: `${folder}data/bc-acceptance/atp_addresses.csv`,
  makeFaults: `${folder}tools/make-faults.py`,
  torontoRegistration: `${folder}data/sources/toronto-apartment-registration.csv`,
  calgaryAssessment: `${folder}data/sources/calgary-assessment-sample.csv`,
}

export const hasShared = (): boolean => existsSync(SHARED.buildings) && existsSync(SHARED.listings)

const rows = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

export const buildingsIn = (file: string): MatchBuilding[] => rows(file).map(readBuilding)

export const sharedBuildings = (): MatchBuilding[] => buildingsIn(SHARED.buildings)
