// The texts of assets/texts, and what is wrong with a translation.
import { readdirSync, readFileSync } from 'node:fs'
import { valuesOf } from '../../../src/kernel/texts/fill-message.ts'

export interface Messages {
  readonly [key: string]: string | Messages
}

/** Area (`portal/account/feeds`) → its messages. */
export type Catalogue = ReadonlyMap<string, Messages>

/** Only the operator's staff read them. */
const ENGLISH_ONLY = /^portal\/desk(\/|$)/
/** Their keys are the English text itself, or codes that English shows as they are. */
const FRENCH_ONLY = /^(errors\/(?!advice)|portal\/(project-fields|test-sets)$)/

/** Proper names and addresses. */
const SAME_IN_BOTH = /^(RESO Web API|OAuth 2\.0|OpenAPI|Plinth)$|\d.*\b(huntley|Wellesley)\b/

export function readCatalogue(language: 'en' | 'fr'): Catalogue {
  const folder = `assets/texts/${language}/`
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  return new Map(
    files.sort().map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(folder + file, 'utf8'))]),
  )
}

/** `['runs', 'title'] → text` for every message. */
export function messagesOf(tree: Messages | string, path: readonly string[] = []): [path: string[], text: string][] {
  if (typeof tree === 'string') return [[[...path], tree]]
  return Object.entries(tree).flatMap(([key, value]) => messagesOf(value, [...path, key]))
}

export function problemsOf(english: Catalogue, french: Catalogue): string[] {
  const areas = new Set([...english.keys(), ...french.keys()])
  return [...areas].flatMap((area) => {
    const en = rowsOf(english.get(area))
    const fr = rowsOf(french.get(area))
    const problems = FRENCH_ONLY.test(area)
      ? [...fr].flatMap(([key, text]) => problemsOfPair(key, text))
      : ENGLISH_ONLY.test(area)
        ? []
        : [...new Set([...en.keys(), ...fr.keys()])].flatMap((key) => pairOf(key, en.get(key), fr.get(key)))
    const broken = [...en, ...fr].flatMap(([key, text]) => (isBroken(text) ? [`${key}: a brace is not a value`] : []))
    return [...problems, ...broken].map((problem) => `${area} ${problem}`)
  })
}

function rowsOf(tree: Messages = {}): Map<string, string> {
  return new Map(messagesOf(tree).map(([path, text]) => [path.join('.'), text]))
}

function pairOf(key: string, en: string | undefined, fr: string | undefined): string[] {
  if (en === undefined) return [`${key}: no English`]
  if (fr === undefined || (fr === '' && en !== '')) return [`${key}: no French`]
  const isSame = en === fr && en.split(' ').length > 2 && !SAME_IN_BOTH.test(en)
  return [
    ...(isSame ? [`${key}: the French is English`] : []),
    ...problemsOfPair(en, fr).map((each) => `${key}, ${each}`),
  ]
}

function problemsOfPair(en: string, fr: string): string[] {
  const problems: string[] = []
  if (String(valuesOf(en)) !== String(valuesOf(fr))) problems.push(`${fr}: values differ from English`)
  const typography = typographyOf(fr)
  if (typography) problems.push(`${fr}: ${typography}`)
  return problems
}

/** Codes, URLs and OData filters keep their ASCII. */
const CODE = /`[^`]*`|https?:\S+|eq '\w+'|Authorization: Bearer|%\d\d/g

/** The spacing that the Office québécois de la langue française recommends. */
function typographyOf(french: string): string | undefined {
  const text = french.replaceAll(CODE, '')
  if (/(?<! )[ \n][:»%](?![ -])|« |«(?!\u00a0)|[\p{L}}]:(\s|$)/u.test(text))
    return 'needs a no-break space (U+00A0) before : » % and after «'
  if (/(?<! )\s[;?!](?![ -])/u.test(text)) return 'must not have a space before ; ? !'
  if (/\p{L}'\p{L}/u.test(text)) return "needs ’ instead of '"
  return /[“”]/.test(text) ? 'needs « » instead of “ ”' : undefined
}

/** A placeholder with a spelling mistake would be shown as it is. */
function isBroken(text: string): boolean {
  const left = text.replaceAll(CODE, '').match(/[{}]/g)?.length ?? 0
  const named =
    text
      .replaceAll(CODE, '')
      .match(/\{\w+(, number)?\}|\{\w+, plural, one \{|\} other \{|\}\}/g)
      ?.join('') ?? ''
  return left !== (named.match(/[{}]/g)?.length ?? 0)
}
