// The levels of a listing as a whole: whose address it gives, its point, its number of errors and its day.

import { component, doubt, NOT_COMPARED, note } from './level-record.ts'

const NOT_YET = doubt('the building did not have this address yet', 'l’immeuble n’avait pas encore cette adresse')

// biome-ignore format: a table is read by its columns
export const LISTING_LEVELS = {
  /** Whose address it is. */
  role: component({
    label: ['Role of the address', 'Rôle de l’adresse'], neutral: 'own', isManual: true,
    levels: {
      own: { start: 0, label: ['the listing’s own', 'celle de l’annonce'], phrase: null },
      landmark: { start: -12, cap: 0.15, label: ['of a landmark nearby', 'd’un repère voisin'],
        phrase: doubt('the text gives this address as a landmark', 'le texte donne cette adresse comme repère') },
      office: { start: -12, cap: 0.15, label: ['of a sales or brokerage office', 'd’un bureau de vente ou de courtage'],
        phrase: doubt('the text gives this address as that of an office', 'le texte donne cette adresse comme celle d’un bureau') },
      former: { start: -8, cap: 0.15, label: ['a former address', 'une ancienne adresse'],
        phrase: doubt('the text gives this as a former address', 'le texte la donne comme une ancienne adresse') },
      block: { start: -12, cap: 0.15, label: ['a block of a street', 'un îlot d’une rue'],
        phrase: doubt('the text names only a block of the street', 'le texte ne nomme qu’un îlot de la rue') },
    },
  }),
  distance: component({
    label: ['Distance', 'Distance'], neutral: 'missing',
    levels: {
      missing: { start: 0, label: ['no coordinates', 'aucune coordonnée'], phrase: null },
      within_100_m: { start: 3, label: ['within 100 m', 'à moins de 100 m'],
        phrase: note('the coordinates are within 100 m', 'les coordonnées sont à moins de 100 m') },
      within_500_m: { start: 1, label: ['within 500 m', 'à moins de 500 m'],
        phrase: note('the coordinates are within 500 m', 'les coordonnées sont à moins de 500 m') },
      within_5_km: { start: -1, label: ['within 5 km', 'à moins de 5 km'], phrase: null },
      farther: { start: -6, label: ['more than 5 km away', 'à plus de 5 km'],
        phrase: doubt('the coordinates are more than 5 km away', 'les coordonnées sont à plus de 5 km') },
    },
  }),
  /** Number of errors in name, type, direction and suffix: one is common, two together are not. */
  slips_together: component({
    label: ['Number of errors', 'Nombre d’erreurs'], neutral: 'at_most_one',
    falling: [['at_most_one', 'two', 'more']],
    levels: {
      at_most_one: { start: 0, label: ['at most one', 'au plus une'], phrase: null },
      two: { start: -2, ceiling: -1, label: ['two', 'deux'], phrase: null },
      more: { start: -4, ceiling: -1.5, label: ['three or more', 'trois ou plus'],
        phrase: doubt('three or more parts differ', 'trois parties ou plus diffèrent') },
      type_and_direction_missing: { start: -3, ceiling: -3, label: ['neither type nor direction typed', 'ni type ni direction saisis'],
        phrase: doubt('the text gives neither type nor direction', 'le texte ne donne ni le type ni la direction') },
    },
  }),
  /** Not compared when the query has no `listed_on`. */
  address_dates: component({
    label: ['Address dates', 'Dates de l’adresse'], neutral: 'not_compared', isManual: true,
    levels: {
      not_compared: NOT_COMPARED,
      undated: { start: 0, label: ['no dates known', 'aucune date connue'], phrase: null },
      in_force: { start: 0, label: ['valid on the listing date', 'valide à la date de l’inscription'],
        phrase: note('the address was in use on the day of the listing', 'l’adresse était en usage le jour de l’annonce') },
      before: { start: -1.5, label: ['not yet valid on the listing date', 'pas encore valide à la date de l’inscription'],
        phrase: NOT_YET },
      long_before: { start: -7, label: ['listed long before the address was valid', 'inscrite bien avant que l’adresse soit valide'],
        phrase: NOT_YET },
      after: { start: -2, label: ['no longer valid on the listing date', 'n’était plus valide à la date de l’inscription'],
        phrase: doubt('the building no longer had this address', 'l’immeuble n’avait plus cette adresse') },
      no_building_then: { start: -12, label: ['building not built yet', 'immeuble pas encore construit'],
        phrase: doubt('the building was not built yet', 'l’immeuble n’était pas encore construit') },
      replaced: { start: -12, label: ['address now belongs to another building', 'l’adresse appartient maintenant à un autre immeuble'],
        phrase: doubt('the address belonged to another building by then', 'l’adresse était alors celle d’un autre immeuble') },
      undated_rival: { start: -6, label: ['no dates known, and another building had the address', 'aucune date connue, et un autre immeuble avait l’adresse'],
        phrase: doubt('another building had this address at some time', 'un autre immeuble a eu cette adresse à un moment') },
    },
  }),
}
