// Words that name a unit, a floor or a tower.

/** The unit follows the word: `Unit 5`, `app. 302`, `bureau 100`, `Suite 12B`. */
export const UNIT_DESIGNATORS =
  'unit unt apt app appt apartment appartement appart apts suite bureau bur room rm local porte condo logement log ' +
  'parking locker buzzer buzz code lot villa cottage office ofc shop store unite box casier'

/** Designators that more often say what is offered: `Luxury condo 1480 Howe St`, `Parking spot 55 Bloor St`. */
export const OFFER_WORDS =
  'condo room rm parking locker office shop store villa cottage apartment appartement apartments apts studio loft'

/** The word is a unit, with or without a number: `PH`, `Lph02`, `Th 36`, `Townhouse 4`. */
export const UNIT_LABELS =
  'ph lph uph sph gph dph tph phs penthouse th twnhs twnhse townhouse townhome thse lower upper main bsmt basement bsmnt bas ' +
  'rear front ground floor flr fl level lvl studio loft gf ug lp up mezz mezzanine soussol rdc etage'

/** The word suggests a floor of a house, not a condominium unit: `Main`, `Bsmt`, `2nd Flr`. */
export const HOUSE_FLOOR_WORDS = 'main lower upper bsmt basement bsmnt rear floor flr fl level soussol ground'

/** The word names a tower of a project: `Tower B`, `Bldg 3`, `Phase II`. */
export const TOWER_WORDS = 'tower twr bldg building tour block blk phase ph2 edifice batiment bat wing'
