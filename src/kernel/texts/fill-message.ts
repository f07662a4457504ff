// Puts values into a message of assets/texts, written in a subset of ICU's message syntax.

export type MessageValues = Readonly<Record<string, string | number>>
export type Fill = (message: string, values: MessageValues) => string

const FORM = String.raw`\{((?:[^{}]|\{[^{}]*\})*)\}`

/** `{name}`, `{name, number}` or `{name, plural, one {# row} other {# rows}}`. */
const PLACEHOLDER = new RegExp(String.raw`\{(\w+)(?:, (number)|, plural, one ${FORM} other ${FORM})?\}`, 'g')

/**
 * `{name}` shows the value as it is: a year has no thousands separator. `{name, number}` and the `#` of a plural show a
 * number as the language writes it. French has the form `one` for 0 and 1.5, too.
 */
export function fillIn(locale: string): Fill {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return function fill(message: string, values: MessageValues): string {
    return message.replace(PLACEHOLDER, (placeholder, name, number, one, other) => {
      const value = values[name]
      if (value === undefined) return placeholder
      if (number) return numbers.format(Number(value))
      if (other === undefined) return String(value)
      const form = rules.select(Number(value)) === 'one' ? one : other
      return fill(form.replaceAll('#', numbers.format(Number(value))), values)
    })
  }
}

/** The names of the values that a message needs. */
export function valuesOf(message: string): string[] {
  const names = [...message.matchAll(PLACEHOLDER)].flatMap(([, name, , one, other]) => [
    name!,
    ...valuesOf(one ?? ''),
    ...valuesOf(other ?? ''),
  ])
  return [...new Set(names)].sort()
}
