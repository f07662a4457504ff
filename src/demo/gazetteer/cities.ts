// All cities of the gazetteer, with their streets read.
import * as atlantic from './atlantic.ts'
import * as britishColumbia from './british-columbia.ts'
import type { CityTable, Street } from './city-table.ts'
import { readStreets } from './city-table.ts'
import * as greaterToronto from './greater-toronto.ts'
import * as ontario from './ontario.ts'
import * as prairies from './prairies.ts'
import * as quebec from './quebec.ts'
import { TORONTO } from './toronto.ts'

export type City = Omit<CityTable, 'streets'> & { streets: readonly Street[] }

const TABLES: readonly CityTable[] = [
  TORONTO,
  ...Object.values(greaterToronto),
  ...Object.values(ontario),
  ...Object.values(quebec),
  ...Object.values(britishColumbia),
  ...Object.values(prairies),
  ...Object.values(atlantic),
]

export const CITIES: readonly City[] = TABLES.map((table) => ({ ...table, streets: readStreets(table) }))
