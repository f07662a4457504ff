// The levels of what the text says about the building itself: unit, name, tower, corporation.

import { component, doubt, NOT_COMPARED, note, same } from './level-record.ts'

const NAME = same('building name', 'nom d’immeuble')
const UNIQUE_NAME = note(
  'the name {building} is unique in {city|the data}',
  'le nom {building} est unique à {city|l’échelle des données}',
)

// biome-ignore format: a table is read by its columns
export const BUILDING_LEVELS = {
  unit: component({
    label: ['Unit', 'Unité'], neutral: 'none',
    falling: [['given', 'none', 'above_top_floor']],
    levels: {
      none: { start: 0, label: ['no unit typed', 'aucune unité saisie'], phrase: null },
      given: { start: 0.5, ceiling: 0.8, label: ['unit fits the building', 'unité plausible dans l’immeuble'],
        phrase: note('the unit fits a {storeys}-storey building', 'l’unité convient à un immeuble de {storeys} étages') },
      house_floor: { start: -1, label: ['floor word used for houses (such as “basement”)', 'mot d’étage propre aux maisons (comme « sous-sol »)'],
        phrase: doubt('the text names a floor of a house', 'le texte nomme un étage de maison') },
      above_top_floor: { start: -3, label: ['above the top floor', 'au-dessus du dernier étage'],
        phrase: doubt('unit {query} is above the top of {storeys} storeys', 'l’unité {query} dépasse les {storeys} étages') },
    },
  }),
  address_kind: component({
    label: ['Address type', 'Type d’adresse'], neutral: 'municipal',
    levels: {
      municipal: { start: 0, label: ['municipal address of the building', 'adresse municipale de l’immeuble'], phrase: null },
      alias: { start: -0.5, label: ['other address of the building', 'autre adresse de l’immeuble'],
        phrase: note('it is another address of the building', 'c’est une autre adresse de l’immeuble') },
      range: { start: -0.5, label: ['number range', 'plage de numéros'], phrase: null },
      not_compared: NOT_COMPARED,
    },
  }),
  building_name: component({
    label: ['Building name', 'Nom de l’immeuble'], neutral: 'missing',
    falling: [
      ['same', 'same_core'],
      ['same', 'one_edit'],
      ['same_core', 'same_short'],
    ],
    levels: {
      missing: { start: 0, label: ['not typed', 'non saisi'], phrase: null },
      same: { start: 7, label: ['same', 'identique'], phrase: NAME, withoutStreet: UNIQUE_NAME },
      same_core: { start: 5, label: ['same name without words such as “Condos”', 'même nom, sans mots comme « Condos »'],
        phrase: NAME, withoutStreet: UNIQUE_NAME },
      same_weak: { start: -8, ceiling: -8, label: ['same, but also a common word or a street', 'identique, mais aussi un mot courant ou une rue'],
        phrase: note('the text contains the name {building}', 'le texte contient le nom {building}') },
      same_short: { start: 2, label: ['short form of the name', 'forme abrégée du nom'],
        phrase: note('the text has a short form of {building}', 'le texte a une forme abrégée de {building}') },
      one_edit: { start: 3, label: ['one letter differs', 'une lettre diffère'],
        phrase: note('the name is one typo away from {building}', 'le nom est à une faute de {building}') },
      same_not_unique: { start: -7, ceiling: -7, label: ['same name, but other buildings share it', 'même nom, mais d’autres immeubles le portent'],
        phrase: doubt('several buildings are called {building}', 'plusieurs immeubles s’appellent {building}') },
      conflict: { start: -7, ceiling: -6, label: ['names another building', 'nomme un autre immeuble'],
        phrase: doubt('the text names another building', 'le texte nomme un autre immeuble') },
      same_no_place: { start: 1.6, ceiling: 1.6, cap: 0.9, label: ['same, but the text names no place', 'identique, mais le texte ne nomme aucun lieu'],
        phrase: note('the name {building} fits, but the text names no place', 'le nom {building} convient, mais le texte ne nomme aucun lieu') },
      other_phase: { start: -8, ceiling: -8, label: ['another phase or tower of this name', 'autre phase ou tour de ce nom'],
        phrase: doubt('the text names another phase or tower', 'le texte nomme une autre phase ou une autre tour') },
    },
  }),
  /** Where the name stands in the text. */
  name_position: component({
    label: ['Place of the name', 'Place du nom'], neutral: 'not_compared',
    falling: [['whole', 'inside']],
    levels: {
      not_compared: NOT_COMPARED,
      whole: { start: 1, label: ['on its own', 'seul'], phrase: null },
      inside: { start: -2, label: ['inside a sentence', 'dans une phrase'],
        phrase: doubt('the name is inside a sentence', 'le nom est dans une phrase') },
    },
  }),
  /** A street without a number in the text of a name. */
  named_street: component({
    label: ['Street without a number', 'Rue sans numéro'], neutral: 'none',
    levels: {
      none: { start: 0, label: ['none', 'aucune'], phrase: null },
      same: { start: 2, label: ['same', 'identique'], phrase: same('street', 'rue') },
      other: { start: -6, label: ['different street', 'autre rue'],
        phrase: doubt('the text names another street', 'le texte nomme une autre rue') },
    },
  }),
  tower: component({
    label: ['Tower', 'Tour'], neutral: 'missing',
    levels: {
      missing: { start: 0, label: ['not typed', 'non saisie'], phrase: null },
      same: { start: 5, label: ['same', 'identique'], phrase: same('tower', 'tour') },
      conflict: { start: -9, ceiling: -8, label: ['names another tower', 'nomme une autre tour'],
        phrase: doubt('the text names another tower', 'le texte nomme une autre tour') },
      unknown: { start: -0.5, label: ['the data does not name the tower', 'les données ne nomment pas la tour'], phrase: null },
    },
  }),
  /** The text has a complete address that is not this building's. */
  other_address: component({
    label: ['Another address', 'Autre adresse'], neutral: 'none',
    levels: {
      none: { start: 0, label: ['none', 'aucune'], phrase: null },
      present: { start: -12, ceiling: -10, label: ['the text has another complete address', 'le texte contient une autre adresse complète'],
        phrase: doubt('the text has the address of another building', 'le texte a l’adresse d’un autre immeuble') },
    },
  }),
  condo_corp: component({
    label: ['Condo corporation', 'Syndicat de copropriété'], neutral: 'missing',
    levels: {
      missing: { start: 0, label: ['not typed', 'non saisi'], phrase: null },
      same: { start: 9, label: ['same', 'identique'], phrase: same('condo corporation', 'syndicat de copropriété') },
      conflict: { start: -9, ceiling: -8, label: ['names another corporation', 'nomme un autre syndicat'],
        phrase: doubt('the text names the corporation {query|of another building}', 'le texte nomme le syndicat {query|d’un autre immeuble}') },
    },
  }),
}
