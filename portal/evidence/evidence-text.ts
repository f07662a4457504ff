// Labels for matcher components, levels, outcomes and reasons.
import type { BuildingLinkAnswer } from '../../src/contract/api-types.ts'
import { chooseLanguage } from '../parts/choose-language.ts'
import { humanize } from '../parts/format.ts'

type Meta = BuildingLinkAnswer['meta']

export const text = chooseLanguage({
  en: {
    components: {
      prior: 'Starting point',
      civic_number: 'Civic number',
      number_suffix: 'Letter after the number',
      street_name: 'Street name',
      name_frequency: 'Street name frequency',
      typed_street: 'Street as typed',
      street_type: 'Street type',
      direction: 'Direction',
      city: 'City',
      province: 'Province',
      postal_code: 'Postal code',
      unit: 'Unit',
      address_kind: 'Address type',
      building_name: 'Building name',
      name_position: 'Place of the name',
      tower: 'Tower',
      other_address: 'Another address',
      condo_corp: 'Condo corporation',
      distance: 'Distance',
      slips_together: 'Number of errors',
      address_dates: 'Address dates',
    },
    levels: {
      'prior.base': 'before any comparison',
      'civic_number.same': 'same number (required for every candidate)',
      'civic_number.hashed': 'same number, after a #',
      'civic_number.late': 'same number, after the street',
      'civic_number.in_street': 'same number, found in the street name',
      'civic_number.inside_range': 'within the building’s number range',
      'civic_number.other_of_pair': 'the other number of a pair',
      'civic_number.either_end': 'one end of a range with two buildings',
      'civic_number.reversed': 'same number, typed after the street',
      'civic_number.part_of_spoken': 'only a part of the spoken number',
      'civic_number.start_of_range': 'first number of the typed range',
      'number_suffix.both_none': 'neither has a letter',
      'street_name.same': 'same name',
      'street_name.almost_same': 'same name apart from spaces and accents',
      'street_name.same_then_more': 'same name followed by more words',
      'street_name.sounds_same': 'sounds the same',
      'street_name.glued': 'same name, written as one word',
      'street_name.scans_same': 'looks the same in a scan',
      'street_name.one_edit': 'one letter differs',
      'street_name.one_edit_short': 'one letter of a short name differs',
      'street_name.two_edits': 'two letters differ',
      'street_name.three_edits': 'three letters differ',
      'street_name.cut': 'shortened',
      'street_name.words_cut': 'words missing at the end',
      'name_frequency.one_city': 'exists in one city',
      'name_frequency.few_cities': 'exists in a few cities',
      'name_frequency.many_cities': 'exists in many cities',
      'typed_street.is_this': 'matches this street',
      'typed_street.unknown': 'no known street has this spelling',
      'typed_street.not_a_street_here': 'not a street of this city',
      'typed_street.exists_without_number': 'another street in this city, without this number',
      'typed_street.exists_here': 'another street in this city has this spelling',
      'typed_street.exists_elsewhere': 'a street in another city has this spelling',
      'typed_street.exists_in_metro': 'a street nearby has this spelling',
      'typed_street.exists_with_other_type': 'a street with this name has another type',
      'street_type.missing_rival': 'not typed, and the same name exists with another type',
      'street_type.missing_numbered': 'not typed, on a numbered street',
      'street_type.added_rival': 'typed, and another street has this type',
      'street_type.other_rival': 'different type, and a street with that type exists',
      'street_type.other_numbered': 'different type, on a numbered street',
      'direction.missing_rival': 'not typed, and the opposite direction exists',
      'direction.missing_quadrant_rival': 'quadrant not typed, and others exist',
      'direction.missing_quadrant': 'quadrant not typed',
      'direction.added_rival': 'typed, and another street has this direction',
      'direction.added_quadrant': 'quadrant typed, but the street has none',
      'direction.other_axis': 'different axis (for example north instead of east)',
      'direction.opposite': 'opposite direction',
      'direction.other_quadrant': 'different quadrant',
      'direction.part_of_quadrant': 'part of the quadrant',
      'city.same_metro': 'different city in the same metro area',
      'city.same_metro_rival': 'neighbouring city that also has this street',
      'city.unknown_city': 'unknown city',
      'city.other_metro': 'different metro area',
      'city.elsewhere': 'another town',
      'city.elsewhere_in_text': 'the text names another town than the hint',
      'city.abroad': 'outside Canada',
      'province.hint_conflict': 'the hint contradicts the city',
      'postal_code.same_area': 'same delivery area',
      'postal_code.fits_city': 'matches the city',
      'postal_code.other_area': 'different delivery area',
      'postal_code.other_city': 'belongs to a different city',
      'unit.none': 'no unit typed',
      'unit.given': 'unit fits the building',
      'unit.house_floor': 'floor word used for houses (such as “basement”)',
      'unit.above_top_floor': 'above the top floor',
      'address_kind.municipal': 'municipal address of the building',
      'address_kind.alias': 'other address of the building',
      'address_kind.range': 'number range',
      'building_name.same_core': 'same name without words such as “Condos”',
      'building_name.same_weak': 'same, but also a common word or a street',
      'building_name.one_edit': 'one letter differs',
      'building_name.conflict': 'names another building',
      'name_position.whole': 'on its own',
      'name_position.inside': 'inside a sentence',
      'tower.unknown': 'the data does not name the tower',
      'tower.conflict': 'names another tower',
      'other_address.none': 'none',
      'other_address.present': 'the text has another complete address',
      'building_name.same_not_unique': 'same name, but other buildings share it',
      'slips_together.at_most_one': 'at most one',
      'slips_together.two': 'two',
      'slips_together.more': 'three or more',
      'address_dates.undated': 'no dates known',
      'address_dates.in_force': 'valid on the listing date',
      'address_dates.before': 'not yet valid on the listing date',
      'address_dates.long_before': 'listed long before the address was valid',
      'address_dates.after': 'no longer valid on the listing date',
      'address_dates.no_building_then': 'building not built yet',
      'address_dates.replaced': 'address now belongs to another building',
      same: 'same',
      both_none: 'neither has one',
      missing: 'not typed',
      added: 'typed, but the building has none',
      other: 'different',
      conflict: 'conflict',
      not_compared: 'not compared',
    },
    outcomes: { matched: 'Matched', ambiguous: 'Ambiguous', weak: 'Weak', no_match: 'No match', error: 'Error' },
    actions: {
      accept: 'Accept: link this address.',
      review: 'Review: have a person check.',
      reject: 'Reject: don’t link this address.',
    },
    reasons: {
      unparseable: 'Not a readable address',
      no_civic_number: 'No civic number',
      street_unknown: 'Unknown street',
      civic_number_not_on_street: 'Number not found on this street',
      direction_conflict: 'Conflicting direction',
      city_conflict: 'Conflicting city',
      outside_canada: 'Outside Canada',
      not_covered: 'Area not covered',
      below_threshold: 'No close match',
      outside_sandbox: 'Not in the sandbox',
      rejected_by_account: 'Rejected by you',
    },
    strategies: {
      exact_address: 'Exact address',
      alias_address: 'Other address of the building',
      range_address: 'Number range',
      partial_address: 'Partial address',
      fuzzy_address: 'Similar spelling',
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
})

const labelFor = (labels: object, word: string): string => (labels as Record<string, string>)[word] ?? humanize(word)

export const componentLabel = (component: string): string => labelFor(text.components, component)
export const outcomeLabel = (outcome: Meta['outcome'] | 'error'): string => text.outcomes[outcome]
export const reasonLabel = (reason: string): string => labelFor(text.reasons, reason)
export const strategyLabel = (strategy: string): string => labelFor(text.strategies, strategy)

export function levelLabel(component: string, level: string): string {
  const levels = text.levels as Record<string, string>
  return levels[`${component}.${level}`] ?? levels[level] ?? humanize(level).toLowerCase()
}

/** `+7.2` or `−3.0`: always signed, so that colour is not the only cue. */
export function formatBits(bits: number): string {
  return `${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)}`
}

/** Never rounds a probability up to 100%. */
export function formatConfidence(probability: number): string {
  if (probability >= 1) return '100%'
  if (probability > 0.999) return '> 99.9%'
  if (probability > 0 && probability < 0.001) return '< 0.1%'
  return `${(probability * 100).toFixed(1)}%`
}
