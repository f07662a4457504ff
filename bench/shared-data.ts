// Reads the labelled listings of the shared folder, if it exists. Never copies them.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readBuilding } from '../src/cli/match/match-lines.ts'
import type { MatchBuilding } from '../src/matcher/matcher.ts'

const folder = fileURLToPath(new URL('../../shared/', import.meta.url))

export const SHARED = {
  buildings: `${folder}data/links/buildings.ndjson`,
  listings: `${folder}data/links/listings.ndjson`,
  scorer: `${folder}tools/score-links.mjs`,
}

export const hasShared = (): boolean => Object.values(SHARED).every((file) => existsSync(file))

const rows = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

export const sharedBuildings = (): MatchBuilding[] => rows(SHARED.buildings).map(readBuilding)

export interface Listing {
  readonly id: string
  readonly text: string
  readonly city: string | null
  readonly province: string | null
  readonly building_key: string | null
}

export const sharedListings = (): Listing[] => rows(SHARED.listings).map((line) => JSON.parse(line) as Listing)
