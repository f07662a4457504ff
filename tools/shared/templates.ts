// Fills templates with values and random choices.
import type { Random } from './random.ts'

/** By name; a function draws its text anew each time. */
export type Values = Readonly<Record<string, string | ((random: Random) => string)>>

/** `{line}` is a value, `{1-3}` a number of the range, `{a|b}` one of the texts. */
export function fillTemplate(template: string, random: Random, values: Values): string {
  return template.replace(/\{([^{}]*)\}/g, (_, what: string) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(what) ?? []
    if (from !== undefined) return String(random.between(Number(from), Number(to)))
    const value = values[what]
    return (typeof value === 'function' ? value(random) : value) ?? random.pick(what.split('|'))
  })
}
