// Text for people with values in it, kept apart so that it can be translated.
import { at } from './at.ts'

/** A number that people compare, with the separators of the language: 250,000. */
export class Amount {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  toString(): string {
    return this.value.toLocaleString('en-CA')
  }
}

type PhraseValue = string | number | Amount | Phrase | readonly Phrase[]

/** English text with values. `String(phrase)` and JSON give English; http/french translates it. */
export class Phrase {
  readonly #parts: readonly string[]
  readonly values: readonly PhraseValue[]

  constructor(parts: readonly string[], values: readonly PhraseValue[]) {
    this.#parts = parts
    this.values = values
  }

  /** The English text with `{0}`, `{1}` … in place of the values: the key of its translation. */
  get template(): string {
    return this.#parts.map((part, i) => (i === 0 ? part : `{${i - 1}}${part}`)).join('')
  }

  toString(): string {
    return this.#parts.map((part, i) => (i === 0 ? part : `${englishOf(at(this.values, i - 1))}${part}`)).join('')
  }

  toJSON(): string {
    return this.toString()
  }
}

function englishOf(value: PhraseValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Text without values needs no tag: a plain string is its own key. */
export type Text = string | Phrase

/** A tag for template literals: `` say`The file has ${length} bytes.` `` */
export function say(parts: TemplateStringsArray, ...values: readonly PhraseValue[]): Phrase {
  return new Phrase(parts, values)
}

/** A word of ours inside another phrase, such as the name of a plan. A value from a request stays a plain string. */
export function term(text: Text): Phrase {
  return typeof text === 'string' ? new Phrase([text], []) : text
}

/** Several sentences, one after the other. */
export function sentences(texts: readonly Text[]): Phrase {
  return new Phrase(['', ...texts.map((_, i) => (i < texts.length - 1 ? ' ' : ''))], texts.map(term))
}
