// Query parameters: strict parsing from text, with the schema shown in the reference.

import { z } from 'zod'
import { at } from '../../kernel/at.ts'
import type { FaultCode } from '../../kernel/fault.ts'
import type { Phrase, Text } from '../../kernel/phrase.ts'
import { say, term } from '../../kernel/phrase.ts'
import { isCalendarDay, isCleanText, nearestWord, toNfc } from '../../kernel/text.ts'

/** Why a value is invalid. Stored on the zod issue for the error response. */
interface ValueError {
  readonly message: Text
  readonly allowed?: readonly string[] | undefined
  readonly did_you_mean?: string | undefined
  readonly fault?: FaultCode
}

export function addError(context: z.RefinementCtx, { message, ...params }: ValueError): never {
  context.addIssue({ code: 'custom', message: String(message), params: { ...params, text: message } })
  return z.NEVER
}

/** Replaces the generated JSON Schema: the reference shows the value type, not the text it is parsed from. */
export function documentedAs(schema: object): (context: { jsonSchema: object }) => void {
  return ({ jsonSchema }) => {
    for (const name of Object.keys(jsonSchema)) if (name !== 'description') Reflect.deleteProperty(jsonSchema, name)
    Object.assign(jsonSchema, schema)
  }
}

/** A parameter that must not be repeated. */
const single = z.union([z.string(), z.array(z.string())]).transform((value, context) => {
  if (typeof value === 'string') return value
  return addError(context, { message: 'must be sent only once' })
})

interface NumberRange {
  readonly min: number
  readonly max: number
}

function parseNumber(
  text: string,
  pattern: RegExp,
  { min, max }: NumberRange,
  kind: string,
  context: z.RefinementCtx,
): number {
  const value = Number(text)
  if (text.length > 24 || !pattern.test(text) || !(value >= min && value <= max))
    return addError(context, { message: say`must be ${term(kind)} from ${min} to ${max}; got ${quote(text)}` })
  return value
}

export function integerParam(min: number, max: number, description: string) {
  return single
    .transform((text, context) => parseNumber(text, /^-?\d+$/, { min, max }, 'a whole number', context))
    .meta({ description, override: documentedAs({ type: 'integer', minimum: min, maximum: max }) })
}

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

export function monthParam(description: string) {
  return single
    .transform((text, context) =>
      MONTH.test(text)
        ? text
        : addError(context, { message: say`must be a month such as 2026-11; got ${quote(text)}` }),
    )
    .meta({ description, override: documentedAs({ type: 'string', pattern: MONTH.source }) })
}

const STATUS = /^[1-5](?:\d\d|xx)$/

/** A status such as 404, or a class such as 4xx. */
export function statusParam(description: string) {
  return single
    .transform((text, context) =>
      STATUS.test(text)
        ? text
        : addError(context, { message: say`must be a status such as 404 or 4xx; got ${quote(text)}` }),
    )
    .meta({ description, override: documentedAs({ type: 'string', pattern: STATUS.source }) })
}

export function decimalParam(min: number, max: number, description: string) {
  return single
    .transform((text, context) => parseNumber(text, /^-?\d+(\.\d+)?$/, { min, max }, 'a number', context))
    .meta({ description, override: documentedAs({ type: 'number', minimum: min, maximum: max }) })
}

/** A number in a JSON body. */
export function numberField(min: number, max: number, description: string, type: 'number' | 'integer' = 'number') {
  return z
    .number()
    .transform((value, context) => {
      const good = value >= min && value <= max && (type === 'number' || Number.isInteger(value))
      const kind = type === 'integer' ? 'a whole number' : 'a number'
      return good
        ? value
        : addError(context, { message: say`must be ${term(kind)} from ${min} to ${max}; got ${value}` })
    })
    .meta({ description, override: documentedAs({ type, minimum: min, maximum: max }) })
}

export function textParam(max: number, description: string) {
  return single
    .transform((text, context) => {
      const value = toNfc(text).trim()
      if (value === '') return addError(context, { message: 'must not be empty' })
      if (value.length > max) return addError(context, { message: say`must have at most ${max} characters` })
      return value
    })
    .meta({ description, override: documentedAs({ type: 'string', minLength: 1, maxLength: max }) })
}

export function dateParam(description: string) {
  return single
    .transform((text, context) => {
      return isCalendarDay(text)
        ? text
        : addError(context, { message: say`must be a date such as 2026-11-14; got ${quote(text)}` })
    })
    .meta({ description, override: documentedAs({ type: 'string', format: 'date' }) })
}

/** A timestamp with an offset, such as 2026-11-14T00:00:00Z. Converted to UTC for comparison. */
export function timestampParam(description: string) {
  return single
    .transform((text, context) => {
      const good =
        /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
        isCalendarDay(text.slice(0, 10))
      const time = good ? Date.parse(text) : Number.NaN
      // With its offset, it may be in a year before 1 or after 9999.
      const utc = Number.isNaN(time) ? '' : new Date(time).toISOString()
      if (!isCalendarDay(utc.slice(0, 10)))
        return addError(context, { message: say`must be a timestamp such as 2026-11-14T09:00:00Z; got ${quote(text)}` })
      return utc
    })
    .meta({ description, override: documentedAs({ type: 'string', format: 'date-time' }) })
}

export function booleanParam(description: string) {
  return single
    .transform((text, context) => {
      if (text === 'true' || text === '1') return true
      if (text === 'false' || text === '0') return false
      return addError(context, { message: say`must be true or false; got ${quote(text)}`, allowed: ['true', 'false'] })
    })
    .meta({ description, override: documentedAs({ type: 'boolean' }) })
}

/** Integer ids, separated by commas or sent as repeated parameters. */
export function idListParam(description: string) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context) => {
      const values = splitList(value)
      if (values.length === 0) return addError(context, { message: 'must not be empty' })
      if (values.length > MAX_IDS) return addError(context, { message: say`must have at most ${MAX_IDS} ids` })
      const wrong = values.find((text) => !/^\d{1,9}$/.test(text))
      if (wrong !== undefined) return addError(context, { message: say`must be whole numbers; got ${quote(wrong)}` })
      return values.map(Number)
    })
    .meta({
      description,
      override: documentedAs({ type: 'array', items: { type: 'integer' } }),
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

/** Degrees separated by commas. The names appear in the error message. */
export function coordinatesParam<const T extends readonly string[]>(names: T, description: string) {
  return single
    .transform((text, context): { readonly [K in keyof T]: number } => {
      const values = text.split(',').map((part) => part.trim())
      const shape = say`must be ${names.join(',')} in degrees; got ${quote(text)}`
      if (values.length !== names.length) return addError(context, { message: shape })
      const numbers = values.map((part, i) => {
        const value = Number(part)
        const good = part.length <= 24 && /^-?\d+(\.\d+)?$/.test(part) && Math.abs(value) <= BOUNDS[at(names, i)]!
        return good ? value : Number.NaN
      })
      if (numbers.some(Number.isNaN)) return addError(context, { message: shape })
      const [south, north] = [numbers[names.indexOf('south')], numbers[names.indexOf('north')]]
      if (south !== undefined && north !== undefined && south > north)
        return addError(context, { message: say`must have south below north; got ${south} and ${north}` })
      return numbers as { readonly [K in keyof T]: number }
    })
    .meta({ description, override: documentedAs({ type: 'string', examples: [names.join(',')] }) })
}

/** A sort key. A leading minus reverses the order. */
export function sortParam<const T extends readonly string[]>(keys: T) {
  const allowed = keys.flatMap((key) => [key, `-${key}`])
  return single
    .transform((text, context): { key: T[number]; descending: boolean } => {
      if (!allowed.includes(text))
        return addError(context, {
          message: say`has no value ${quote(text)}`,
          allowed,
          did_you_mean: nearestWord(text, allowed),
        })
      return { key: text.replace('-', '') as T[number], descending: text.startsWith('-') }
    })
    .meta({
      description:
        'Sort order. A leading minus sorts in descending order. Records without a value come last; ties are sorted by id',
      override: documentedAs({ type: 'string', enum: allowed }),
    })
}

function splitList(value: string | readonly string[]): string[] {
  return [value]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => toNfc(text).trim())
    .filter((text) => text !== '')
}

const MAX_VALUES = 100
const MAX_IDS = 500

/** One value from a fixed list. */
export function enumParam<const T extends readonly string[]>(allowed: T, description: string) {
  return single
    .transform((text, context): T[number] => {
      if (allowed.includes(text)) return text
      const did_you_mean = nearestWord(text, allowed)
      return addError(context, { message: say`has no value ${quote(text)}`, allowed, did_you_mean })
    })
    .meta({ description, override: documentedAs({ type: 'string', enum: [...allowed] }) })
}

/** Values from a fixed list, separated by commas or sent as repeated parameters. */
export function enumListParam<const T extends readonly string[]>(allowed: T, description: string) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context): T[number][] => {
      const values = splitList(value)
      for (const word of values)
        if (!allowed.includes(word))
          return addError(context, {
            message: say`has no value ${quote(word)}`,
            allowed,
            did_you_mean: nearestWord(word, allowed),
          })
      if (values.length === 0) return addError(context, { message: 'must not be empty', allowed })
      return [...new Set(values)] as T[number][]
    })
    .meta({
      description,
      override: documentedAs({ type: 'array', items: { type: 'string', enum: [...allowed] } }),
      param: { explode: false, style: 'form' },
    })
}

/** Free text values, separated by commas or sent as repeated parameters. */
export function nameListParam(description: string) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value, context) => {
      const values = splitList(value)
      if (values.length === 0) return addError(context, { message: 'must not be empty' })
      if (values.length > MAX_VALUES) return addError(context, { message: say`must have at most ${MAX_VALUES} values` })
      if (values.some((word) => word.length > 200))
        return addError(context, { message: 'has a value that is too long' })
      return values
    })
    .meta({
      description,
      override: documentedAs({ type: 'array', items: { type: 'string' } }),
      param: { explode: false, style: 'form' },
    })
}

function quote(text: string): Phrase {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return isCleanText(short) ? say`"${short}"` : term('a value with control characters')
}
