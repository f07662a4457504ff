// Says in one or two sentences why a candidate fits: agreements first, then doubts.

import type { ComponentName } from '../compare/components.ts'
import { RECORDS } from '../compare/components.ts'
import type { Phrase } from '../compare/level-record.ts'
import type { Evidence, MatchLevel, Summary } from '../types/verdict.ts'
import PHRASES from './summary-phrases.json' with { type: 'json' }

/** A level that still adds a bit is no doubt worth a sentence. */
const FULL_BIT = 1

/** More clauses would be a list, not a sentence. The evidence has them all. */
const MAX_NOTES = 2
const MAX_DOUBTS = 2

/** Compared with a building whose street was not compared, these only have a default level. */
const PARTS_OF_STREET: readonly string[] = [
  'civic_number',
  'number_suffix',
  'typed_street',
  'street_type',
  'direction',
  'address_kind',
] satisfies ComponentName[]

type Values = Readonly<Record<string, string | null>>

interface Clause {
  readonly phrase: Phrase
  readonly values: Values
  readonly bits: number
}

/** How the other candidates compare: `better` or `equal` if that is a reason to doubt this one. */
export type Rival = 'better' | 'equal' | null

export function rivalOf(confidence: number, others: readonly number[]): Rival {
  const best = Math.max(0, ...others)
  return best > 2 * confidence ? 'better' : 2 * best > confidence ? 'equal' : null
}

export function summarize(evidence: readonly Evidence[], level: MatchLevel, rival: Rival): Summary {
  const clauses = clausesOf(evidence, level, rival)
  return { en: sentences(clauses, 'en'), fr: sentences(clauses, 'fr') }
}

function clausesOf(evidence: readonly Evidence[], level: MatchLevel, rival: Rival): Clause[] {
  const find = (component: ComponentName) => evidence.find((one) => one.component === component)
  const isByName = find('street_name')?.level === 'not_compared'
  const ofBuilding = {
    street: [find('street_name'), find('street_type'), find('direction')]
      .map((one) => one?.building && inTitleCase(one.building))
      .filter(Boolean)
      .join(' '),
    city: find('city')?.building ?? null,
    storeys: find('unit')?.building?.match(/^\d+/)?.[0] ?? null,
  }
  const out: Clause[] = []
  for (const { component, level: compared, query, building, bits } of evidence) {
    if (isByName && PARTS_OF_STREET.includes(component)) continue
    const record = RECORDS[component]?.levels[compared]
    const instead = isByName ? (rival && record?.withoutStreet ? PHRASES.nameFits : record?.withoutStreet) : undefined
    const phrase = instead === undefined ? record?.phrase : instead
    // a doubt that the model does not count is none
    if (!phrase || (phrase.tone === 'doubt' && bits >= FULL_BIT)) continue
    const values = { ...ofBuilding, query: spaced(query), building: spaced(building) }
    if (
      placeholders(phrase.en).every(
        ({ name, fallback }) => fallback !== undefined || values[name as keyof typeof values],
      )
    )
      out.push({ phrase, values, bits })
  }
  if (isByName && find('civic_number')?.query == null) out.push({ phrase: PHRASES.noNumber, values: {}, bits: 0 })
  if (rival) out.push({ phrase: PHRASES[rival], values: {}, bits: 0 })
  if (level === 'project') out.push({ phrase: PHRASES.uncertainTower, values: {}, bits: 0 })
  return out.length > 0 ? out : [{ phrase: PHRASES.nothingToSay, values: {}, bits: 0 }]
}

/** `Same number and street; the unit fits a 36-storey building. But the postal code M4X is in another area.` */
function sentences(clauses: readonly Clause[], language: keyof Summary): string {
  const { but, alsoBut, and } = WORDS[language]
  const wording = ({ phrase, values }: Clause) => fill(phrase[language], values)
  const ofTone = (tone: string) => clauses.filter(({ phrase }) => phrase.tone === tone)
  const parts = ofTone('same').map(wording)
  const notes = ofTone('note').slice(0, MAX_NOTES).map(wording)
  const worst = ofTone('doubt').toSorted((a, b) => a.bits - b.bits)
  const doubts = [...new Set(worst.map(wording))].slice(0, MAX_DOUBTS).join(and)
  const agreement = [...(parts.length > 0 ? [WORDS[language].same(parts)] : []), ...notes].join('; ')
  if (agreement === '') return sentence(doubts)
  if (doubts === '') return sentence(agreement)
  return notes.length > 0 ? `${sentence(agreement)} ${alsoBut}${doubts}.` : sentence(`${agreement}${but}${doubts}`)
}

const WORDS = {
  en: {
    but: ', but ',
    alsoBut: 'But ',
    and: ' and ',
    same: (parts: readonly string[]) => `same ${list(parts, ' and ')}`,
  },
  fr: {
    but: ', mais ',
    alsoBut: 'Mais ',
    and: ' et ',
    same: (parts: readonly string[]) =>
      list(
        parts.map((part) => `même ${part}`),
        ' et ',
      ),
  },
} as const satisfies Record<keyof Summary, object>

const list = (parts: readonly string[], and: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}${and}${parts.at(-1)}`

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const PLACEHOLDER = /\{(\w+)(?:\|([^}]*))?\}/g

const placeholders = (template: string) =>
  Array.from(template.matchAll(PLACEHOLDER), ([, name, fallback]) => ({ name, fallback }))

const fill = (template: string, values: Values): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string, fallback?: string) => values[name] ?? fallback ?? '')

/** `V5H0G4` → `V5H 0G4`: readings have postal codes without a space. */
const spaced = (value: string | null): string | null =>
  value && /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(value) ? `${value.slice(0, 3)} ${value.slice(3)}` : value

/** The index stores street names in lower case: `howe` → `Howe`. */
const inTitleCase = (text: string): string =>
  text.replaceAll(/(^|[\s-])(\p{Ll})/gu, (_, before, letter) => before + letter.toUpperCase())
