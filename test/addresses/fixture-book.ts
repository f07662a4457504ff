// The fixture's buildings as an address book, with the lists of real streets.

import type { MatchBuilding } from '@plinth/matcher'
import { buildIndex } from '@plinth/matcher'
import { AddressBook } from '../../src/addresses/address-book.ts'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import { fixtureBuildings } from '../matcher/fixture.ts'

export function bookOf(buildings: readonly MatchBuilding[]): AddressBook {
  const byKey = new Map(buildings.map((building) => [building.key, building]))
  return new AddressBook(buildIndex(buildings, loadStreets()), (key) => {
    const building = byKey.get(key)
    return building ? { lines: building.addresses.map(({ line }) => line), postal_code: building.postal ?? null } : null
  })
}

export const fixtureBook = bookOf(fixtureBuildings)
