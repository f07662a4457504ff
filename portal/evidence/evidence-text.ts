// Labels for outcomes, actions, reasons and strategies.
import type { BuildingLinkAnswer } from '../../src/http/api-types.ts'
import { chooseLanguage, PAGE_LANGUAGE, plural } from '../parts/choose-language.ts'
import { formatDecimal, formatShare, humanize } from '../parts/format.ts'

type Meta = BuildingLinkAnswer['meta']

export const text = chooseLanguage({
  en: {
    outcomes: { matched: 'Matched', ambiguous: 'Ambiguous', weak: 'Weak', no_match: 'No match', error: 'Error' },
    actions: {
      accept: 'Accept: link this address.',
      review: 'Review: have a person check.',
      choose: 'Choose one.',
      reject: 'Reject: don’t link this address.',
    },
    reasons: {
      unparseable: 'Not a readable address',
      no_civic_number: 'No civic number',
      address_is_a_landmark: 'Address of a landmark',
      street_unknown: 'Unknown street',
      civic_number_not_on_street: 'Number not found on this street',
      direction_conflict: 'Conflicting direction',
      city_conflict: 'Conflicting city',
      outside_canada: 'Outside Canada',
      not_covered: 'Area not covered',
      below_threshold: 'No close match',
      outside_sandbox: 'Not in the sandbox',
      point_far_from_any_building: 'No building near the point',
      postal_code_unknown: 'Unknown postal code',
      rejected_by_account: 'Rejected by you',
    },
    reasonSentences: {
      unparseable: 'The text contains no words that could be an address.',
      no_civic_number: 'The text has no civic number next to a street name.',
      address_is_a_landmark: 'The text gives this address as a landmark, an office or a former address.',
      street_unknown: 'No building is on that street.',
      civic_number_not_on_street: 'The street is known, but it has no building at this number.',
      direction_conflict: 'This number exists on the street, but with a different direction or in another quadrant.',
      city_conflict: 'This number and street exist, but in a different city.',
      outside_canada: 'The address is outside Canada; only Canadian buildings are covered.',
      not_covered: 'The dataset has no buildings in that city.',
      below_threshold: 'Some buildings have a similar address, but none is close enough.',
      outside_sandbox: 'The address is in the full dataset, but not among the 15 sandbox projects.',
      point_far_from_any_building: 'No building is near the point.',
      postal_code_unknown: 'No building has this postal code.',
      rejected_by_account: 'You rejected all buildings for this listing.',
    },
    strategies: {
      exact_address: 'Exact address',
      alias_address: 'Other address of the building',
      range_address: 'Number range',
      partial_address: 'Partial address',
      fuzzy_address: 'Similar spelling',
      nearest: 'Nearest building',
      building_name: 'Building name',
      condo_corp: 'Condo corporation',
      verified: 'Verified by a person',
      account: 'Decided by you',
    },
    parts: {
      unit: 'unit',
      civic_number: 'number',
      street_name: 'street',
      street_type: 'type',
      direction: 'direction',
      city: 'city',
      province: 'province',
      postal_code: 'postal code',
      condo_corp: 'condo corp.',
    },
    bits: (bits: string) => `${bits} bits`,
    query: (value: string) => `typed: ${value}`,
    building: (value: string) => `building: ${value}`,
    score: 'Score',
    notCompared: (count: number) =>
      count === 1 ? '1 component was not compared (0 bits)' : `${count} components were not compared (0 bits)`,
    waterfall: (name: string) => `Evidence for ${name}`,
  },
  fr: {
    outcomes: {
      matched: 'Trouvé',
      ambiguous: 'Ambigu',
      weak: 'Faible',
      no_match: 'Aucune correspondance',
      error: 'Erreur',
    },
    actions: {
      accept: 'Accepter : liez cette adresse.',
      review: 'Vérifier : faites-la vérifier par une personne.',
      choose: 'Choisissez-en un.',
      reject: 'Rejeter : ne liez pas cette adresse.',
    },
    reasons: {
      unparseable: 'Adresse illisible',
      no_civic_number: 'Aucun numéro civique',
      address_is_a_landmark: 'Adresse d’un repère',
      street_unknown: 'Rue inconnue',
      civic_number_not_on_street: 'Numéro introuvable dans cette rue',
      direction_conflict: 'Direction contradictoire',
      city_conflict: 'Ville contradictoire',
      outside_canada: 'Hors du Canada',
      not_covered: 'Secteur non couvert',
      below_threshold: 'Aucune correspondance proche',
      outside_sandbox: 'Hors du bac à sable',
      point_far_from_any_building: 'Aucun immeuble près du point',
      postal_code_unknown: 'Code postal inconnu',
      rejected_by_account: 'Rejeté par vous',
    },
    reasonSentences: {
      unparseable: 'Le texte ne contient aucun mot qui pourrait être une adresse.',
      no_civic_number: 'Le texte n’a pas de numéro civique à côté d’un nom de rue.',
      address_is_a_landmark: 'Le texte donne cette adresse comme repère, bureau ou ancienne adresse.',
      street_unknown: 'Aucun immeuble ne se trouve dans cette rue.',
      civic_number_not_on_street: 'La rue est connue, mais aucun immeuble n’y porte ce numéro.',
      direction_conflict: 'Ce numéro existe dans la rue, mais avec une autre direction ou dans un autre quadrant.',
      city_conflict: 'Ce numéro et cette rue existent, mais dans une autre ville.',
      outside_canada: 'L’adresse est hors du Canada; seuls les immeubles canadiens sont couverts.',
      not_covered: 'Le jeu de données n’a aucun immeuble dans cette ville.',
      below_threshold: 'Des immeubles ont une adresse semblable, mais aucune n’est assez proche.',
      outside_sandbox: 'L’adresse est dans le jeu de données complet, mais pas parmi les 15 projets du bac à sable.',
      point_far_from_any_building: 'Aucun immeuble ne se trouve près du point.',
      postal_code_unknown: 'Aucun immeuble n’a ce code postal.',
      rejected_by_account: 'Vous avez rejeté tous les immeubles pour cette inscription.',
    },
    strategies: {
      exact_address: 'Adresse exacte',
      alias_address: 'Autre adresse de l’immeuble',
      range_address: 'Plage de numéros',
      partial_address: 'Adresse partielle',
      fuzzy_address: 'Graphie semblable',
      nearest: 'Immeuble le plus proche',
      building_name: 'Nom de l’immeuble',
      condo_corp: 'Syndicat de copropriété',
      verified: 'Vérifié par une personne',
      account: 'Décidé par vous',
    },
    parts: {
      unit: 'unité',
      civic_number: 'numéro',
      street_name: 'rue',
      street_type: 'type',
      direction: 'direction',
      city: 'ville',
      province: 'province',
      postal_code: 'code postal',
      condo_corp: 'syndicat',
    },
    bits: (bits: string) => `${bits} bits`,
    query: (value: string) => `saisi : ${value}`,
    building: (value: string) => `immeuble : ${value}`,
    score: 'Pointage',
    notCompared: (count: number) =>
      plural(count, {
        one: `${count} élément n’a pas été comparé (0 bit)`,
        other: `${count} éléments n’ont pas été comparés (0 bit)`,
      }),
    waterfall: (name: string) => `Indices pour ${name}`,
  },
})

const labelFor = (labels: object, word: string): string => (labels as Record<string, string>)[word] ?? humanize(word)

export const outcomeLabel = (outcome: Meta['outcome'] | 'error'): string => text.outcomes[outcome]
export const reasonLabel = (reason: string): string => labelFor(text.reasons, reason)
/** The API's sentence is English, and more precise than the code; in French, the sentence of the code. */
export function reasonSentence(reason: string | null, detail: string | null): string | null {
  if (reason === null || (PAGE_LANGUAGE === 'en' && detail !== null)) return detail
  return (text.reasonSentences as Readonly<Record<string, string>>)[reason] ?? detail ?? reasonLabel(reason)
}

export const strategyLabel = (strategy: string): string => labelFor(text.strategies, strategy)

/** `+7.2` or `−3.0`: always signed, so that colour is not the only cue. */
export function formatBits(bits: number): string {
  return `${bits < 0 ? '−' : '+'}${formatDecimal(Math.abs(bits), 1)}`
}

/** Never rounds a probability up to 100%. */
export function formatConfidence(probability: number): string {
  if (probability >= 1) return formatShare(1, 0)
  if (probability > 0.999) return `> ${formatShare(0.999, 1)}`
  if (probability > 0 && probability < 0.001) return `< ${formatShare(0.001, 1)}`
  return formatShare(probability, 1)
}
