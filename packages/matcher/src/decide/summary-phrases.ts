// What the summary says for every level of every component, in English and French.

/** `same` names an agreeing part, `note` is a neutral or supporting clause, `doubt` follows “but”. */
export type Tone = 'same' | 'note' | 'doubt'

/**
 * Placeholders: `{query}` and `{building}` are the compared values, `{street}` and `{city}` those of the building,
 * `{storeys}` its height. `{query|somewhere}` has a fallback; without one, the phrase is left out if the value is unknown.
 */
export type Phrase = readonly [tone: Tone, english: string, french: string]

const same = (english: string, french: string): Phrase => ['same', english, french]
const note = (english: string, french: string): Phrase => ['note', english, french]
const doubt = (english: string, french: string): Phrase => ['doubt', english, french]

const NUMBER = same('number', 'numéro')
const STREET = same('street', 'rue')
const ONE_TYPO = note(
  'the street “{query}” is one typo away from {street}',
  'la rue « {query} » est à une faute de {street}',
)
const OTHER_TOWN = doubt('the listing names another town', 'l’annonce nomme une autre localité')
const OTHER_TYPE = doubt('the type is {query} instead of {building}', 'le type est {query} au lieu de {building}')
const OTHER_DIRECTION = doubt(
  'the direction is {query} instead of {building}',
  'la direction est {query} au lieu de {building}',
)

/** A level that says nothing to a reader is null. A level without a row fails the tests. */
// biome-ignore format: a table is read by its columns
export const PHRASES: Readonly<Record<string, Readonly<Record<string, Phrase | null>>>> = {
  prior: { base: null },
  civic_number: {
    same: NUMBER,
    hashed: NUMBER,
    late: NUMBER,
    reversed: NUMBER,
    in_street: note('the number {query} is inside the street name', 'le numéro {query} fait partie du nom de rue'),
    inside_range: note('the number {query} is inside the building’s range', 'le numéro {query} est dans l’intervalle de l’immeuble'),
    other_of_pair: note('{building} is one of the numbers in the text', 'le {building} est l’un des numéros du texte'),
    start_of_range: doubt('the building has only the first number of the range', 'l’immeuble n’a que le premier numéro de l’intervalle'),
    either_end: doubt('both ends of the range are buildings', 'les deux bouts de l’intervalle sont des immeubles'),
    part_of_spoken: doubt('{building} may be only a part of the number', 'le {building} n’est peut-être qu’une partie du numéro'),
  },
  number_suffix: {
    both_none: null,
    same: null,
    missing: doubt('the building’s number has the letter {building}', 'le numéro de l’immeuble porte la lettre {building}'),
    added: doubt('the building’s number has no letter {query}', 'le numéro de l’immeuble n’a pas la lettre {query}'),
    conflict: doubt('the letter after the number is {query} instead of {building}', 'la lettre du numéro est {query} au lieu de {building}'),
  },
  street_name: {
    same: STREET,
    almost_same: STREET,
    same_then_more: STREET,
    glued: STREET,
    sounds_same: note('the street “{query}” sounds like {street}', 'la rue « {query} » se prononce comme {street}'),
    scans_same: note('the street “{query}” looks like {street} in a scan', 'la rue « {query} » ressemble à {street} dans une numérisation'),
    one_edit: ONE_TYPO,
    one_edit_short: ONE_TYPO,
    two_edits: note('the street “{query}” is two typos away from {street}', 'la rue « {query} » est à deux fautes de {street}'),
    three_edits: note('the street “{query}” is three typos away from {street}', 'la rue « {query} » est à trois fautes de {street}'),
    cut: note('the street “{query}” is a shortened {street}', 'la rue « {query} » est une forme tronquée de {street}'),
    words_cut: note('the street “{query}” is a shortened {street}', 'la rue « {query} » est une forme tronquée de {street}'),
    words_missing: note('the street “{query}” lacks words of {street}', 'il manque à la rue « {query} » des mots de {street}'),
    words_added: note('the street “{query}” has more words than {street}', 'la rue « {query} » a plus de mots que {street}'),
    not_compared: null,
  },
  name_frequency: { one_city: null, few_cities: null, many_cities: null, not_compared: null },
  typed_street: {
    is_this: null,
    unknown: note('no known street is spelled that way', 'aucune rue connue n’est écrite ainsi'),
    not_a_street_here: note('no street of {city|the city} is spelled that way', 'aucune rue de {city|la ville} n’est écrite ainsi'),
    exists_elsewhere: doubt('another city has a street “{query}”', 'une autre ville a une rue « {query} »'),
    exists_in_metro: doubt('a nearby city has a street “{query}”', 'une ville voisine a une rue « {query} »'),
    exists_with_other_type: doubt('“{query}” exists with another type', '« {query} » existe avec un autre type'),
    exists_without_number: doubt('“{query}” is another street of the city, without that number', '« {query} » est une autre rue de la ville, sans ce numéro'),
    exists_here: doubt('“{query}” is another street of the city', '« {query} » est une autre rue de la ville'),
  },
  street_type: {
    same: null,
    both_none: null,
    missing: null,
    missing_numbered: doubt('the text does not say whether it is a street or an avenue', 'le texte ne dit pas s’il s’agit d’une rue ou d’une avenue'),
    missing_rival: doubt('the text does not give the type of the street', 'le texte ne donne pas le type de rue'),
    added: null,
    added_rival: doubt('another street has the type {query}', 'une autre rue a le type {query}'),
    other: OTHER_TYPE,
    street_for_avenue: OTHER_TYPE,
    other_numbered: OTHER_TYPE,
    other_rival: doubt('another street has the type {query}', 'une autre rue a le type {query}'),
    not_compared: null,
  },
  direction: {
    same: null,
    both_none: null,
    missing_sure: null,
    missing: null,
    missing_rival: doubt('the text does not give the direction', 'le texte ne donne pas la direction'),
    missing_quadrant: null,
    missing_quadrant_rival: doubt('the text does not give the quadrant', 'le texte ne donne pas le quadrant'),
    added: null,
    added_rival: doubt('another street has the direction {query}', 'une autre rue a la direction {query}'),
    added_quadrant: doubt('the street has no quadrant {query}', 'la rue n’a pas de quadrant {query}'),
    other_axis: OTHER_DIRECTION,
    opposite: OTHER_DIRECTION,
    other_quadrant: OTHER_DIRECTION,
    part_of_quadrant: null,
    not_compared: null,
  },
  city: {
    same: same('city', 'ville'),
    missing: null,
    same_metro: note('{query} and {building} are in one metropolitan area', '{query} et {building} sont dans une même région métropolitaine'),
    same_metro_rival: doubt('{query|the named city} has a street of this name too', '{query|la ville nommée} a aussi une rue de ce nom'),
    unknown_city: doubt('the listing names a place that is not in the data', 'l’annonce nomme un lieu absent des données'),
    other_metro: doubt('the listing names {query|another city}', 'l’annonce nomme {query|une autre ville}'),
    elsewhere: OTHER_TOWN,
    elsewhere_in_text: OTHER_TOWN,
    abroad: doubt('the listing names a place outside Canada', 'l’annonce nomme un lieu hors du Canada'),
  },
  province: {
    same: null,
    missing: null,
    conflict: doubt('the province is {query|another one}', 'la province est {query|une autre}'),
    hint_conflict: doubt('the province hint is {query|another one}', 'la province indiquée est {query|une autre}'),
  },
  postal_code: {
    missing: null,
    same: same('postal code', 'code postal'),
    same_area: note('the postal code {query} is in the same area', 'le code postal {query} est dans le même secteur'),
    fits_city: null,
    other_area: doubt('the postal code {query} is in another area', 'le code postal {query} est dans un autre secteur'),
    other_city: doubt('the postal code {query} is in another city', 'le code postal {query} est dans une autre ville'),
    unknown: null,
  },
  unit: {
    none: null,
    given: note('the unit fits a {storeys}-storey building', 'l’unité convient à un immeuble de {storeys} étages'),
    house_floor: doubt('the text names a floor of a house', 'le texte nomme un étage de maison'),
    above_top_floor: doubt('unit {query} is above the top of {storeys} storeys', 'l’unité {query} dépasse les {storeys} étages'),
  },
  address_kind: {
    municipal: null,
    alias: note('it is another address of the building', 'c’est une autre adresse de l’immeuble'),
    range: null,
    not_compared: null,
  },
  building_name: {
    missing: null,
    same: same('building name', 'nom d’immeuble'),
    same_core: same('building name', 'nom d’immeuble'),
    same_weak: note('the text contains the name {building}', 'le texte contient le nom {building}'),
    same_short: note('the text has a short form of {building}', 'le texte a une forme abrégée de {building}'),
    one_edit: note('the name is one typo away from {building}', 'le nom est à une faute de {building}'),
    same_not_unique: doubt('several buildings are called {building}', 'plusieurs immeubles s’appellent {building}'),
    conflict: doubt('the text names another building', 'le texte nomme un autre immeuble'),
  },
  name_position: { not_compared: null, whole: null, inside: doubt('the name is inside a sentence', 'le nom est dans une phrase') },
  named_street: {
    none: null,
    same: same('street', 'rue'),
    other: doubt('the text names another street', 'le texte nomme une autre rue'),
  },
  tower: {
    missing: null,
    same: same('tower', 'tour'),
    conflict: doubt('the text names another tower', 'le texte nomme une autre tour'),
    unknown: null,
  },
  other_address: {
    none: null,
    present: doubt('the text has the address of another building', 'le texte a l’adresse d’un autre immeuble'),
  },
  condo_corp: {
    missing: null,
    same: same('condo corporation', 'syndicat de copropriété'),
    conflict: doubt('the text names the corporation {query|of another building}', 'le texte nomme le syndicat {query|d’un autre immeuble}'),
  },
  distance: {
    missing: null,
    within_100_m: note('the coordinates are within 100 m', 'les coordonnées sont à moins de 100 m'),
    within_500_m: note('the coordinates are within 500 m', 'les coordonnées sont à moins de 500 m'),
    within_5_km: null,
    farther: doubt('the coordinates are more than 5 km away', 'les coordonnées sont à plus de 5 km'),
  },
  slips_together: {
    at_most_one: null,
    two: null,
    more: doubt('three or more parts differ', 'trois parties ou plus diffèrent'),
    type_and_direction_missing: doubt('the text gives neither type nor direction', 'le texte ne donne ni le type ni la direction'),
  },
  address_dates: {
    not_compared: null,
    undated: null,
    in_force: note('the address was in use on the day of the listing', 'l’adresse était en usage le jour de l’annonce'),
    before: doubt('the building did not have this address yet', 'l’immeuble n’avait pas encore cette adresse'),
    long_before: doubt('the building did not have this address yet', 'l’immeuble n’avait pas encore cette adresse'),
    after: doubt('the building no longer had this address', 'l’immeuble n’avait plus cette adresse'),
    no_building_then: doubt('the building was not built yet', 'l’immeuble n’était pas encore construit'),
    replaced: doubt('the address belonged to another building by then', 'l’adresse était alors celle d’un autre immeuble'),
    undated_rival: doubt('another building had this address at some time', 'un autre immeuble a eu cette adresse à un moment'),
  },
}

const UNIQUE_NAME = note(
  'the name {building} is unique in {city|the data}',
  'le nom {building} est unique à {city|l’échelle des données}',
)

/** Used instead where a name or a corporation found the building, and no street was compared. The name clause has the city. */
export const WITHOUT_STREET: Readonly<Record<string, Phrase | null>> = {
  'city.same': null,
  'building_name.same': UNIQUE_NAME,
  'building_name.same_core': UNIQUE_NAME,
}
/** Used where other candidates have a name that fits too. */
export const NAME_FITS: Phrase = note('the name {building} fits', 'le nom {building} convient')
export const NO_NUMBER: Phrase = note('the text has no civic number', 'le texte n’a pas de numéro civique')
export const RIVAL: Readonly<Record<'equal' | 'better', Phrase>> = {
  equal: doubt('another building fits as well', 'un autre immeuble convient autant'),
  better: doubt('another building fits better', 'un autre immeuble convient mieux'),
}
export const UNCERTAIN_TOWER: Phrase = doubt(
  'several towers of the project fit',
  'plusieurs tours du projet conviennent',
)
export const NOTHING_TO_SAY: Phrase = note('the address is similar', 'l’adresse est semblable')
