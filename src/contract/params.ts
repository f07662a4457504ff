// Query parameters as they arrive, which is as text: each schema reads strictly and documents what it means.
import { z } from 'zod'
import { isCleanText, nearestWord } from '../kernel/text.ts'

/** What is wrong with a value, kept on the zod issue so that the door can say it well. */
interface Complaint {
  readonly message: string
  readonly allowed?: readonly string[] | undefined
  readonly did_you_mean?: string | undefined
}

function refuse(context: z.RefinementCtx, { message, ...params }: Complaint): never {
  context.addIssue({ code: 'custom', message, params })
  return z.NEVER
}

/** What the reference shows for a value that is read from text: the value, not the reading. */
export function shown(schema: object): (context: { jsonSchema: object }) => void {
  return ({ jsonSchema }) => {
    for (const name of Object.keys(jsonSchema)) if (name !== 'description') Reflect.deleteProperty(jsonSchema, name)
    Object.assign(jsonSchema, schema)
  }
}

/** One value: a parameter given twice is a mistake, not a choice. */
const single = z.union([z.string(), z.array(z.string())]).transform((value, context) => {
  if (typeof value === 'string') return value
  return refuse(context, { message: 'was given more than once' })
})

interface NumberRange {
  readonly min: number
  readonly max: number
}

function read(
  text: string,
  pattern: RegExp,
  { min, max }: NumberRange,
  kind: string,
  context: z.RefinementCtx,
): number {
  const value = Number(text)
  if (text.length > 24 || !pattern.test(text) || !(value >= min && value <= max))
    return refuse(context, { message: `must be ${kind} from ${min} to ${max}, not ${quote(text)}` })
  return value
}

export function whole(min: number, max: number, description: string) {
  return single
    .transform((text, context) => read(text, /^-?\d+$/, { min, max }, 'a whole number', context))
    .meta({ description, override: shown({ type: 'integer', minimum: min, maximum: max }) })
}

export function decimal(min: number, max: number, description: string) {
  return single
    .transform((text, context) => read(text, /^-?\d+(\.\d+)?$/, { min, max }, 'a number', context))
    .meta({ description, override: shown({ type: 'number', minimum: min, maximum: max }) })
}

export function words(max: number, description: string) {
  return single
    .transform((text, context) => {
      const value = text.normalize('NFC').trim()
      if (value === '') return refuse(context, { message: 'must not be empty' })
      if (value.length > max) return refuse(context, { message: `must have at most ${max} characters` })
      return value
    })
    .meta({ description, override: shown({ type: 'string', minLength: 1, maxLength: max }) })
}

export function date(description: string) {
  return single
    .transform((text, context) => {
      const good = /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDay(text)
      return good ? text : refuse(context, { message: `must be a date such as 2026-11-14, not ${quote(text)}` })
    })
    .meta({ description, override: shown({ type: 'string', format: 'date' }) })
}

function isRealDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function parts(value: string | readonly string[]): string[] {
  return [value]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.normalize('NFC').trim())
    .filter((text) => text !== '')
}

const MOST_VALUES = 100

/** Values of a closed list, by commas or by repeating the parameter; any other value is refused with the allowed ones. */
export function listOf<const T extends readonly string[]>(allowed: T, description: string) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context): T[number][] => {
      const given = parts(value)
      for (const word of given)
        if (!allowed.includes(word))
          return refuse(context, {
            message: `has no value ${quote(word)}`,
            allowed,
            did_you_mean: nearestWord(word, allowed),
          })
      if (given.length === 0) return refuse(context, { message: 'must not be empty', allowed })
      return [...new Set(given)] as T[number][]
    })
    .meta({
      description,
      override: shown({ type: 'array', items: { type: 'string', enum: [...allowed] } }),
      param: { explode: false, style: 'form' },
    })
}

/** Free names, by commas or by repeating the parameter. */
export function namesOf(description: string) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context) => {
      const given = parts(value)
      if (given.length === 0) return refuse(context, { message: 'must not be empty' })
      if (given.length > MOST_VALUES) return refuse(context, { message: `takes at most ${MOST_VALUES} values` })
      if (given.some((word) => word.length > 200)) return refuse(context, { message: 'has a value that is too long' })
      return given
    })
    .meta({
      description,
      override: shown({ type: 'array', items: { type: 'string' } }),
      param: { explode: false, style: 'form' },
    })
}

export function quote(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return isCleanText(shown) ? `"${shown}"` : 'that'
}
