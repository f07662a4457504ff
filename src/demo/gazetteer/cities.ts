// Loads the cities of the demonstration and their streets from assets/gazetteer.
import { readFileSync } from 'node:fs'
import type { CityTable, Street } from './city-table.ts'
import { readStreets } from './city-table.ts'

export type City = Omit<CityTable, 'streets'> & { streets: readonly Street[] }

/** The order decides which sites the generator picks. */
const REGIONS = ['toronto', 'greater-toronto', 'ontario', 'quebec', 'british-columbia', 'prairies', 'atlantic']

function readRegion(name: string): CityTable[] {
  return JSON.parse(readFileSync(new URL(`../../../assets/gazetteer/${name}.json`, import.meta.url), 'utf8'))
}

export const CITIES: readonly City[] = REGIONS.flatMap(readRegion).map((table) => ({
  ...table,
  streets: readStreets(table),
}))
