// All cities of the gazetteer, with their streets read.
import type { CityTable, Street } from './city-table.ts'
import { readStreets } from './city-table.ts'
import { TORONTO } from './toronto.ts'

export type City = Omit<CityTable, 'streets'> & { streets: readonly Street[] }

const TABLES: readonly CityTable[] = [TORONTO]

export const CITIES: readonly City[] = TABLES.map((table) => ({ ...table, streets: readStreets(table) }))
