// Words of building names: those that every building may add, and those that name a tower.

/** `Aura`, `Aura Condos` and `The Residences at Aura` are one building. */
export const GENERIC_NAME_WORDS =
  'condo condos condominium condominiums residence residences loft lofts tower towers apartment apartments apts suites suite townhomes townhouses towns homes ' +
  'building buildings complex luxury project phase by at on and appartements copropriete coproprietes tour tours immeuble projet'

/** Words beside a name that speak of a building: `King West condos`, but not `King West condo`. */
export const ABOUT_A_BUILDING =
  'condos condominiums residences residence lofts tower towers suites townhomes townhouses homes building buildings complex appartements ' +
  'coproprietes copropriete tour tours immeuble coop op cooperative apts'

/** Words before the name of a building. */
export const BEFORE_A_BUILDING = 'at in au aux chez dans'

/** `Tower Two` = `Tower 2` = `Tower B`'s neighbour; letters stay letters. */
export const TOWER_NUMBERS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  nord: 'north',
  sud: 'south',
  est: 'east',
  ouest: 'west',
}

/** `Kelly condos` may be Kelly Court: words that people leave out beside a generic one. */
export const SHORTENED_NAME_WORDS =
  'place court manor coop co op cooperative housing house lodge terrace gardens village square centre plaza'
