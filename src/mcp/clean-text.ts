// Text from data, before a model reads it: nothing invisible stays in it, neither control nor bidi nor tag characters.

/**
 * Control, format (bidi, zero-width, tags), private and unassigned characters; line breaks and tabs are for `inLine`.
 * A joiner inside an emoji goes too: a family becomes its members, which hides nothing from anybody.
 */
const INVISIBLE = /[^\P{C}\n\t]/gu
const SEPARATORS = /[\u2028\u2029]/g

export function cleanText(text: string): string {
  return text.toWellFormed().replace(SEPARATORS, '\n').replace(INVISIBLE, '')
}

/** Every text in a value, wherever it is. */
export function cleanValue<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanValue) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item)])) as T
}

/** A piece of data within a sentence of ours: on one line, and not endless. */
export function oneLine(text: string, maxLength = 120): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}

/** The same, told apart from our words. */
export function quoted(text: string): string {
  return `"${oneLine(text).replaceAll('"', '’')}"`
}
