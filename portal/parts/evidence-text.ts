// Words for what the matcher says: components, levels, outcomes, reasons. The playground and the desk use the same.
import type { BuildingLinkAnswer } from '../../src/contract/api-types.ts'
import { chooseLanguage } from './choose-language.ts'
import { humanize } from './format.ts'

type Meta = BuildingLinkAnswer['meta']

export const text = chooseLanguage({
  en: {
    components: {
      prior: 'Starting point',
      civic_number: 'Civic number',
      number_suffix: 'Letter behind the number',
      street_name: 'Street name',
      name_frequency: 'How common the name is',
      typed_street: 'The street as typed',
      street_type: 'Street type',
      direction: 'Direction',
      city: 'City',
      province: 'Province',
      postal_code: 'Postal code',
      unit: 'Unit',
      address_kind: 'Kind of address',
      building_name: 'Building name',
      condo_corp: 'Condo corporation',
      distance: 'Distance',
      slips_together: 'Slips together',
      address_dates: 'Address on that day',
    },
    levels: {
      'prior.base': 'before anything is compared',
      'civic_number.same': 'the same, or it would be no candidate',
      'civic_number.hashed': 'the same, behind a #',
      'civic_number.late': 'the same, behind the street',
      'civic_number.in_street': 'the same, read out of the street',
      'civic_number.inside_range': 'inside the building’s range',
      'civic_number.other_of_pair': 'the other number of a pair',
      'civic_number.start_of_range': 'begins a range that was typed',
      'number_suffix.both_none': 'neither has one',
      'street_name.same': 'the same name',
      'street_name.almost_same': 'the same but for spaces and accents',
      'street_name.same_then_more': 'the same, then more words',
      'street_name.sounds_same': 'sounds the same',
      'street_name.one_edit': 'one letter differs',
      'street_name.one_edit_short': 'one letter of a short name differs',
      'street_name.two_edits': 'two letters differ',
      'street_name.three_edits': 'three letters differ',
      'street_name.cut': 'cut off',
      'street_name.words_cut': 'words cut off',
      'name_frequency.one_city': 'in one city only',
      'name_frequency.few_cities': 'in a few cities',
      'name_frequency.many_cities': 'in many cities',
      'typed_street.is_this': 'it is this street',
      'typed_street.unknown': 'no street is spelled so',
      'typed_street.exists_here': 'another street of the city is spelled so',
      'typed_street.exists_elsewhere': 'a street elsewhere is spelled so',
      'typed_street.exists_in_metro': 'a street nearby is spelled so',
      'typed_street.exists_with_other_type': 'a street of that name has another type',
      'street_type.missing_rival': 'not typed, and another type exists there',
      'street_type.missing_numbered': 'not typed, on a numbered street',
      'street_type.added_rival': 'typed, and another street has it',
      'street_type.other_rival': 'another type, which exists there',
      'street_type.other_numbered': 'another type, on a numbered street',
      'direction.missing_rival': 'not typed, and the other side exists',
      'direction.missing_quadrant_rival': 'quadrant not typed, and others exist',
      'direction.missing_quadrant': 'quadrant not typed',
      'direction.added_rival': 'typed, and another street has it',
      'direction.added_quadrant': 'a quadrant the street has not',
      'direction.other_axis': 'across instead of along',
      'direction.opposite': 'the opposite side',
      'direction.other_quadrant': 'another quadrant',
      'direction.part_of_quadrant': 'half of the quadrant',
      'city.same_metro': 'another city of the same area',
      'city.same_metro_rival': 'a neighbour that has such a street',
      'city.unknown_city': 'a city we do not know',
      'city.other_metro': 'another area',
      'postal_code.same_area': 'the same delivery area',
      'postal_code.fits_city': 'fits the city',
      'postal_code.other_area': 'another delivery area',
      'postal_code.other_city': 'of another city',
      'unit.none': 'no unit typed',
      'unit.given': 'a unit, which fits',
      'unit.house_floor': 'a floor word, as for houses',
      'unit.above_top_floor': 'above the top floor',
      'address_kind.municipal': 'its municipal address',
      'address_kind.alias': 'another address of it',
      'address_kind.range': 'a range of numbers',
      'building_name.same_not_unique': 'the same, but others bear it too',
      'slips_together.at_most_one': 'one at most',
      'slips_together.two': 'two at once',
      'slips_together.more': 'three or more at once',
      'address_dates.undated': 'nobody dated it',
      'address_dates.in_force': 'in force on that day',
      'address_dates.before': 'not yet in force',
      'address_dates.long_before': 'long before it was in force',
      'address_dates.after': 'no longer in force',
      'address_dates.no_building_then': 'the building did not stand yet',
      'address_dates.replaced': 'another building has it since',
      same: 'the same',
      both_none: 'neither has one',
      missing: 'not typed',
      added: 'typed, but the street has none',
      other: 'another one',
      conflict: 'in conflict',
      not_compared: 'not compared',
    },
    outcomes: { matched: 'Matched', ambiguous: 'Ambiguous', weak: 'Weak', no_match: 'No match', error: 'Error' },
    actions: {
      accept: 'Accept: link it.',
      review: 'Review: a person should look.',
      reject: 'Reject: do not link it.',
    },
    reasons: {
      unparseable: 'It cannot be read as an address',
      no_civic_number: 'There is no civic number',
      street_unknown: 'The street is unknown',
      civic_number_not_on_street: 'No such number on the street',
      direction_conflict: 'The direction contradicts',
      city_conflict: 'The city contradicts',
      outside_canada: 'It is outside Canada',
      not_covered: 'The place is not covered',
      below_threshold: 'Nothing is close enough',
      outside_sandbox: 'It is outside the sandbox',
    },
    strategies: {
      exact_address: 'Exact address',
      alias_address: 'Another address of the building',
      range_address: 'Range of numbers',
      partial_address: 'Part of the address',
      fuzzy_address: 'Spelled almost so',
      building_name: 'Name of the building',
      condo_corp: 'Condo corporation',
      verified: 'Verified by a person',
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
    read: (value: string) => `read “${value}”`,
    building: (value: string) => `building has “${value}”`,
    score: 'Score',
    silent: (count: number) => `${count} more had nothing to compare, and weigh nothing`,
    waterfall: (name: string) => `Evidence for ${name}`,
  },
})

const of = (table: object, word: string): string => (table as Record<string, string>)[word] ?? humanize(word)

export const componentLabel = (component: string): string => of(text.components, component)
export const outcomeLabel = (outcome: Meta['outcome'] | 'error'): string => text.outcomes[outcome]
export const reasonLabel = (reason: string): string => of(text.reasons, reason)
export const strategyLabel = (strategy: string): string => of(text.strategies, strategy)

export function levelLabel(component: string, level: string): string {
  const levels = text.levels as Record<string, string>
  return levels[`${component}.${level}`] ?? levels[level] ?? humanize(level).toLowerCase()
}

/** `+7.2`, `−3.0`: the sign is always there, and colour says nothing more. */
export function formatBits(bits: number): string {
  return `${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)}`
}

/** A probability is never rounded up to certainty. */
export function formatConfidence(probability: number): string {
  if (probability >= 1) return '100%'
  if (probability > 0.999) return '> 99.9%'
  if (probability > 0 && probability < 0.001) return '< 0.1%'
  return `${(probability * 100).toFixed(1)}%`
}
