// Finds changes of a schema that break callers.
import type { OpenApi, Schema } from './json-schema.ts'

/** `request`: what callers send must stay accepted. `response`: what they read must stay there. */
export type Direction = 'request' | 'response'

export interface SchemaChange {
  /** `Project.buildings[].name`, or the place in the operation. */
  readonly at: string
  readonly what: string
}

interface Sides {
  readonly before: OpenApi
  readonly after: OpenApi
  readonly direction: Direction
  /** Pairs of named schemas that were compared. */
  readonly seen: Set<string>
  readonly found: SchemaChange[]
}

export function compareSchemas(
  before: OpenApi,
  after: OpenApi,
  direction: Direction,
  from: Schema,
  to: Schema,
  at: string,
): SchemaChange[] {
  const sides: Sides = { before, after, direction, seen: new Set(), found: [] }
  compare(sides, from, to, at)
  return sides.found
}

function compare(sides: Sides, fromRef: Schema, toRef: Schema, place: string): void {
  const from = resolve(sides.before, fromRef)
  const to = resolve(sides.after, toRef)
  const at = from.name ?? place
  if (from.name) {
    const pair = `${from.name} ${to.name ?? place}`
    if (sides.seen.has(pair)) return
    sides.seen.add(pair)
  }
  const [old, current] = [variantsOf(sides.before, from.schema), variantsOf(sides.after, to.schema)]
  if (old.length > 1 || current.length > 1) compareVariants(sides, old, current, at)
  else compareOne(sides, old[0]!, current[0]!, at)
}

/** Variants are paired by their shape: those of equal type, and objects by the values that tell them apart. */
function compareVariants(sides: Sides, old: readonly Schema[], current: readonly Schema[], at: string): void {
  const report = (what: string) => sides.found.push({ at, what })
  const left = new Map(current.map((schema) => [keyOf(schema), schema]))
  for (const variant of old) {
    const same = left.get(keyOf(variant))
    left.delete(keyOf(variant))
    if (same) compareOne(sides, variant, same, at)
    else if (sides.direction === 'request') report(`no longer accepts ${describe(variant)}`)
    else if (isFixed(variant)) continue
    else report(`no longer returns ${describe(variant)} in this form`)
  }
  if (sides.direction === 'response')
    // New objects of a closed union are announced by the field that tells them apart, as new values of an enum are.
    for (const added of left.values()) if (!isTagged(added)) report(`may now be ${describe(added)}`)
}

function compareOne(sides: Sides, from: Schema, to: Schema, at: string): void {
  const report = (what: string, where = at) => sides.found.push({ at: where, what })
  const isRequest = sides.direction === 'request'
  if (typeOf(from) !== typeOf(to)) {
    const isWider = isRequest ? accepts(to, from) : accepts(from, to)
    if (!isWider) report(`changes from ${describe(from)} to ${describe(to)}`)
    return
  }
  compareValues(sides, from, to, at)
  if (isRequest) compareBounds(from, to, report)
  if (from.items && to.items) compare(sides, from.items, to.items, `${at}[]`)
  for (const [name, schema] of Object.entries(from.properties ?? {})) {
    const where = `${at}.${name}`
    const other = to.properties?.[name]
    if (!other) {
      // An object that takes any field still takes this one.
      if (!isRequest || to.additionalProperties === false || to.additionalProperties === undefined)
        report('is removed', where)
      continue
    }
    compare(sides, schema, other, where)
    const [wasRequired, isRequired] = [from, to].map(({ required }) => required?.includes(name) ?? false)
    if (isRequest && !wasRequired && isRequired) report('becomes required', where)
    if (!isRequest && wasRequired && !isRequired) report('may now be missing', where)
  }
  if (isRequest)
    for (const name of to.required ?? []) if (!from.properties?.[name]) report('is new and required', `${at}.${name}`)
  if (typeof from.additionalProperties === 'object' && typeof to.additionalProperties === 'object')
    compare(sides, from.additionalProperties, to.additionalProperties, `${at}.*`)
}

function compareValues(sides: Sides, from: Schema, to: Schema, at: string): void {
  const [old, current] = [valuesOf(from), valuesOf(to)]
  const report = (what: string) => sides.found.push({ at, what })
  if (sides.direction === 'request') {
    if (from.default !== undefined && JSON.stringify(from.default) !== JSON.stringify(to.default))
      report(`has another default: ${JSON.stringify(to.default)} instead of ${JSON.stringify(from.default)}`)
    if (current === null) return
    if (old === null) report('accepts only some values')
    else for (const value of old) if (!current.includes(value)) report(`no longer accepts ${JSON.stringify(value)}`)
  } else if (old !== null && current === null) report('may now be any value')
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

function compareBounds(from: Schema, to: Schema, report: (what: string) => void): void {
  for (const name of LOWER_BOUNDS)
    if (to[name] !== undefined && to[name] > (from[name] ?? Number.NEGATIVE_INFINITY))
      report(`has a higher ${name}: ${to[name]}`)
  for (const name of UPPER_BOUNDS)
    if (to[name] !== undefined && to[name] < (from[name] ?? Number.POSITIVE_INFINITY))
      report(`has a lower ${name}: ${to[name]}`)
  if (to.pattern !== undefined && to.pattern !== from.pattern) report('accepts another pattern')
  if (to.format !== undefined && to.format !== from.format) report(`must be of the format ${to.format}`)
}

interface Resolved {
  readonly schema: Schema
  readonly name: string | null
}

function resolve(document: OpenApi, schema: Schema): Resolved {
  if (schema.$ref === undefined) return { schema, name: null }
  const name = schema.$ref.split('/').at(-1)!
  return { schema: document.components?.schemas?.[name] ?? {}, name }
}

/** The alternatives of a schema: of `anyOf`, `oneOf` or a list of types. */
function variantsOf(document: OpenApi, schema: Schema): readonly Schema[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((choice) => variantsOf(document, resolve(document, choice).schema))
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return [schema]
}

/** Fixed values that tell the objects of a union apart: `kind=created`. */
function tagOf({ properties = {} }: Schema): string {
  return Object.entries(properties)
    .filter(([, field]) => field.const !== undefined)
    .map(([name, field]) => `${name}=${String(field.const)}`)
    .join()
}

const isTagged = (schema: Schema) => typeOf(schema) === 'object' && tagOf(schema) !== ''
const isFixed = (schema: Schema) => valuesOf(schema) !== null || isTagged(schema)
const keyOf = (schema: Schema) => `${typeOf(schema)} ${tagOf(schema)}`

function typeOf({ type, properties, items, const: constant }: Schema): string {
  if (typeof type === 'string') return type
  if (properties) return 'object'
  if (items) return 'array'
  return constant === undefined ? 'any' : typeof constant
}

/** Whether every value of the second is one of the first. */
function accepts(wide: Schema, narrow: Schema): boolean {
  return typeOf(wide) === 'any' || (typeOf(wide) === 'number' && typeOf(narrow) === 'integer')
}

function valuesOf(schema: Schema): readonly unknown[] | null {
  return schema.const === undefined ? (schema.enum ?? null) : [schema.const]
}

function describe(schema: Schema): string {
  const tag = tagOf(schema)
  return tag === '' ? typeOf(schema) : `${typeOf(schema)} with ${tag}`
}
