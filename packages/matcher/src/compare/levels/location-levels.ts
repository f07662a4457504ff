// The levels of city, province and postal code.

import { component, doubt, note, same } from './level-record.ts'

const OTHER_TOWN = doubt('the listing names another town', 'l’annonce nomme une autre localité')

// biome-ignore format: a table is read by its columns
export const LOCATION_LEVELS = {
  city: component({
    label: ['City', 'Ville'], neutral: 'missing',
    falling: [
      ['same', 'misspelled', 'mailing_place', 'same_metro', 'same_metro_rival', 'other_metro'],
      ['same', 'same_metro_confirmed', 'same_metro'],
      ['same', 'same_metro_no_street', 'same_metro'],
    ],
    levels: {
      same: { start: 3, label: ['same', 'identique'], phrase: same('city', 'ville'), withoutStreet: null },
      missing: { start: 0, label: ['not typed', 'non saisie'], phrase: null },
      misspelled: { start: 2, label: ['misspelled or abbreviated', 'mal orthographiée ou abrégée'],
        phrase: note('the city “{query}” is probably {building}', 'la ville « {query} » est sans doute {building}') },
      mailing_place: { start: 0, label: ['a place nearby that may be its post office', 'un lieu voisin, peut-être son bureau de poste'],
        phrase: note('{query} may be the post office of {building}', '{query} est peut-être le bureau de poste de {building}') },
      same_metro_confirmed: { start: 1, label: ['neighbouring city, but a postal code of the building’s area', 'ville voisine, mais un code postal du secteur de l’immeuble'],
        phrase: note('{query} and {building} are neighbours', '{query} et {building} sont voisines') },
      same_metro_no_street: { start: 0.5, label: ['neighbouring city that has no such street', 'ville voisine qui n’a pas de telle rue'],
        phrase: note('{query|the named city} has no street of this name', '{query|la ville nommée} n’a pas de rue de ce nom') },
      same_metro: { start: 0, cap: 0.9, label: ['neighbouring city', 'ville voisine'],
        phrase: doubt('the listing names {query|a neighbouring city} instead of {building}', 'l’annonce nomme {query|une ville voisine} au lieu de {building}') },
      same_metro_rival: { start: -3, cap: 0.6, label: ['neighbouring city that also has this street', 'ville voisine qui a aussi cette rue'],
        phrase: doubt('{query|the named city} has a street of this name too', '{query|la ville nommée} a aussi une rue de ce nom') },
      mentioned_elsewhere: { start: -4, cap: 0.8, label: ['the text names another city', 'le texte nomme une autre ville'],
        phrase: doubt('the text names {query|another city}', 'le texte nomme {query|une autre ville}') },
      unknown_city: { start: -3, ceiling: -1, cap: 0.9, label: ['unknown city', 'ville inconnue'],
        phrase: doubt('the listing names a place that is not in the data', 'l’annonce nomme un lieu absent des données') },
      other_metro: { start: -14, ceiling: -13, label: ['different metro area', 'autre région métropolitaine'],
        phrase: doubt('the listing names {query|another city}', 'l’annonce nomme {query|une autre ville}') },
      elsewhere: { start: -4, ceiling: -2, cap: 0.45, label: ['another town', 'une autre localité'], phrase: OTHER_TOWN },
      elsewhere_in_text: { start: -4, cap: 0.5, label: ['the text names another town than the hint', 'le texte nomme une autre localité que l’indice'],
        phrase: OTHER_TOWN },
      abroad: { start: -20, ceiling: -18, label: ['outside Canada', 'hors du Canada'],
        phrase: doubt('the listing names a place outside Canada', 'l’annonce nomme un lieu hors du Canada') },
    },
  }),
  province: component({
    label: ['Province', 'Province'], neutral: 'missing',
    levels: {
      same: { start: 0.5, label: ['same', 'identique'], phrase: null },
      missing: { start: 0, label: ['not typed', 'non saisie'], phrase: null },
      conflict: { start: -14, ceiling: -13, label: ['different province', 'autre province'],
        phrase: doubt('the province is {query|another one}', 'la province est {query|une autre}') },
      hint_conflict: { start: -1, label: ['the hint contradicts the city', 'l’indice contredit la ville'],
        phrase: doubt('the province hint is {query|another one}', 'la province indiquée est {query|une autre}') },
    },
  }),
  postal_code: component({
    label: ['Postal code', 'Code postal'], neutral: 'missing',
    falling: [['same', 'same_area', 'fits_city', 'other_area', 'other_city']],
    levels: {
      missing: { start: 0, label: ['not typed', 'non saisi'], phrase: null },
      same: { start: 4, label: ['same', 'identique'], phrase: same('postal code', 'code postal') },
      same_area: { start: 2, label: ['same delivery area', 'même région de tri'],
        phrase: note('the postal code {query} is in the same area', 'le code postal {query} est dans le même secteur') },
      fits_city: { start: 0.5, label: ['matches the city', 'correspond à la ville'], phrase: null },
      other_area: { start: -1, label: ['different delivery area', 'autre région de tri'],
        phrase: doubt('the postal code {query} is in another area', 'le code postal {query} est dans un autre secteur') },
      other_city: { start: -2, label: ['belongs to a different city', 'appartient à une autre ville'],
        phrase: doubt('the postal code {query} is in another city', 'le code postal {query} est dans une autre ville') },
      unknown: { start: 0, label: ['unknown area', 'région de tri inconnue'], phrase: null },
    },
  }),
}
