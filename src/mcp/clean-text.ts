// Removes invisible characters from data before a model reads it.

/**
 * Control, format (bidi, zero-width, tags), private-use and unassigned characters. `oneLine` handles line breaks and tabs.
 * Also removes joiners in emoji: a family emoji becomes its members, which is harmless.
 */
const INVISIBLE = /[^\P{C}\n\t]/gu
const SEPARATORS = /[\u2028\u2029]/g

export function cleanText(text: string): string {
  return text.toWellFormed().replace(SEPARATORS, '\n').replace(INVISIBLE, '')
}

/** Cleans every string in a nested value. */
export function cleanValue<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanValue) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item)])) as T
}

/** Data for use inside a sentence: one line, limited length. */
export function oneLine(text: string, maxLength = 120): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}

/** Data in quotation marks, to separate it from our own text. */
export function quoted(text: string): string {
  return `"${oneLine(text).replaceAll('"', '’')}"`
}

/** A model must not tell people that such a building exists. */
export const INVENTED = 'invented for the demonstration, does not exist'
