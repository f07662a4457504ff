// Words with a meaning in addresses and listings: words.json says what each list and table is for.

import data from './words.json' with { type: 'json' }

type ListName = keyof typeof data.lists
type WordTable<T> = Readonly<Record<string, T>>

/** Each list with spaces between its words. */
export const WORDS = Object.fromEntries(
  Object.entries(data.lists).map(([name, { words }]) => [name, words]),
) as Readonly<Record<ListName, string>>

export const wordSet = (name: ListName): ReadonlySet<string> => new Set(WORDS[name].split(' '))

const { tables } = data
export const ORDINALS: readonly string[] = tables.ordinals.words
export const EQUIVALENTS: WordTable<string> = tables.equivalents.words
export const CARDINALS: WordTable<number> = tables.cardinals.words
export const FRENCH_NUMBERS: WordTable<number> = tables.frenchNumbers.words
export const MULTIPLIERS: WordTable<number> = tables.multipliers.words
export const TOWER_NUMBERS: WordTable<string> = tables.towerNumbers.words
export const PLAN_REGISTRIES: WordTable<string> = tables.planRegistries.words
export const CORPORATION_AREAS: WordTable<string> = tables.corporationAreas.words
