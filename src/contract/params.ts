// Query parameters as they arrive, which is as text: each schema reads strictly and documents what it means.
import { z } from 'zod'
import { composed, isCalendarDay, isCleanText, nearestWord } from '../kernel/text.ts'

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

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

export function month(description: string) {
  return single
    .transform((text, context) =>
      MONTH.test(text) ? text : refuse(context, { message: `must be a month such as 2026-11, not ${quote(text)}` }),
    )
    .meta({ description, override: shown({ type: 'string', pattern: MONTH.source }) })
}

export function decimal(min: number, max: number, description: string) {
  return single
    .transform((text, context) => read(text, /^-?\d+(\.\d+)?$/, { min, max }, 'a number', context))
    .meta({ description, override: shown({ type: 'number', minimum: min, maximum: max }) })
}

/** A number in a body, where it comes as one. */
export function amount(min: number, max: number, description: string, type: 'number' | 'integer' = 'number') {
  return z
    .number()
    .transform((value, context) => {
      const good = value >= min && value <= max && (type === 'number' || Number.isInteger(value))
      const kind = type === 'integer' ? 'a whole number' : 'a number'
      return good ? value : refuse(context, { message: `must be ${kind} from ${min} to ${max}, not ${value}` })
    })
    .meta({ description, override: shown({ type, minimum: min, maximum: max }) })
}

export function words(max: number, description: string) {
  return single
    .transform((text, context) => {
      const value = composed(text).trim()
      if (value === '') return refuse(context, { message: 'must not be empty' })
      if (value.length > max) return refuse(context, { message: `must have at most ${max} characters` })
      return value
    })
    .meta({ description, override: shown({ type: 'string', minLength: 1, maxLength: max }) })
}

export function date(description: string) {
  return single
    .transform((text, context) => {
      return isCalendarDay(text)
        ? text
        : refuse(context, { message: `must be a date such as 2026-11-14, not ${quote(text)}` })
    })
    .meta({ description, override: shown({ type: 'string', format: 'date' }) })
}

/** A moment with its offset, such as 2026-11-14T00:00:00Z; kept as it is compared, in UTC. */
export function instant(description: string) {
  return single
    .transform((text, context) => {
      const good =
        /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
        isCalendarDay(text.slice(0, 10))
      const time = good ? Date.parse(text) : Number.NaN
      if (Number.isNaN(time))
        return refuse(context, { message: `must be a moment such as 2026-11-14T09:00:00Z, not ${quote(text)}` })
      return new Date(time).toISOString()
    })
    .meta({ description, override: shown({ type: 'string', format: 'date-time' }) })
}

export function flag(description: string) {
  return single
    .transform((text, context) => {
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0') return false
      return refuse(context, { message: `must be true or false, not ${quote(text)}`, allowed: ['true', 'false'] })
    })
    .meta({ description, override: shown({ type: 'boolean' }) })
}

/** Integer ids, by commas or by repeating the parameter. */
export function idsOf(description: string) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context) => {
      const given = parts(value)
      if (given.length === 0) return refuse(context, { message: 'must not be empty' })
      if (given.length > MOST_IDS) return refuse(context, { message: `takes at most ${MOST_IDS} ids` })
      const wrong = given.find((text) => !/^\d{1,9}$/.test(text))
      if (wrong !== undefined) return refuse(context, { message: `must be whole numbers, not ${quote(wrong)}` })
      return given.map(Number)
    })
    .meta({
      description,
      override: shown({ type: 'array', items: { type: 'integer' } }),
      param: { explode: false, style: 'form' },
    })
}

const BOUNDS: Readonly<Record<string, number>> = {
  west: 180,
  east: 180,
  longitude: 180,
  south: 90,
  north: 90,
  latitude: 90,
}

/** Degrees separated by commas, each with its name for the complaint. */
export function coordinates<const T extends readonly string[]>(names: T, description: string) {
  return single
    .transform((text, context): { readonly [K in keyof T]: number } => {
      const given = text.split(',').map((part) => part.trim())
      const shape = `must be ${names.join(',')} in degrees, not ${quote(text)}`
      if (given.length !== names.length) return refuse(context, { message: shape })
      const numbers = given.map((part, i) => {
        const value = Number(part)
        const good = part.length <= 24 && /^-?\d+(\.\d+)?$/.test(part) && Math.abs(value) <= BOUNDS[names[i]!]!
        return good ? value : Number.NaN
      })
      if (numbers.some(Number.isNaN)) return refuse(context, { message: shape })
      const [south, north] = [numbers[names.indexOf('south')], numbers[names.indexOf('north')]]
      if (south !== undefined && north !== undefined && south > north)
        return refuse(context, { message: `has its south (${south}) above its north (${north})` })
      return numbers as { readonly [K in keyof T]: number }
    })
    .meta({ description, override: shown({ type: 'string', examples: [names.join(',')] }) })
}

/** A sort key; a minus before it turns the order round. */
export function sortOf<const T extends readonly string[]>(keys: T) {
  const allowed = keys.flatMap((key) => [key, `-${key}`])
  return single
    .transform((text, context): { key: T[number]; descending: boolean } => {
      if (!allowed.includes(text))
        return refuse(context, {
          message: `has no value ${quote(text)}`,
          allowed,
          did_you_mean: nearestWord(text, allowed),
        })
      return { key: text.replace('-', '') as T[number], descending: text.startsWith('-') }
    })
    .meta({
      description: 'Order; a minus turns it round. Unknown values come last, ties by id',
      override: shown({ type: 'string', enum: allowed }),
    })
}

function parts(value: string | readonly string[]): string[] {
  return [value]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => composed(text).trim())
    .filter((text) => text !== '')
}

const MOST_VALUES = 100
const MOST_IDS = 500

/** One value of a closed list. */
export function oneOf<const T extends readonly string[]>(allowed: T, description: string) {
  return single
    .transform((text, context): T[number] => {
      if (allowed.includes(text)) return text
      const did_you_mean = nearestWord(text, allowed)
      return refuse(context, { message: `has no value ${quote(text)}`, allowed, did_you_mean })
    })
    .meta({ description, override: shown({ type: 'string', enum: [...allowed] }) })
}

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
