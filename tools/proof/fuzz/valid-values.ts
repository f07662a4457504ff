// Makes values that fit a schema, with ids and addresses that exist.
import type { Random } from '../../shared/random.ts'
import fitting from './data/fitting-values.json' with { type: 'json' }
import { ADDRESSES, FILES, URLS, WORD } from './odd-values.ts'
import type { Schema } from './openapi.ts'

/** Names of objects that exist on the server. */
export interface KnownIds {
  /** Ids of a kind such as `projects`; possibly of another account. Undefined if none is known. */
  id(kind: string, dice: Random): string | undefined
}

/** A field that a value must have, with this text or this value of a fixed set. */
export interface Forced {
  readonly name: string
  readonly text?: string
  readonly value?: unknown
  /** A value that the schema does not allow. */
  readonly beyond?: unknown
}

export interface ValueSource {
  readonly forced: Forced | undefined
  readonly dice: Random
  readonly ids: KnownIds
  resolve(schema: Schema): Schema
}

export function valueSource(
  dice: Random,
  world: KnownIds & Pick<ValueSource, 'resolve'>,
  forced?: Forced,
): ValueSource {
  return { forced, dice, ids: world, resolve: (schema) => world.resolve(schema) }
}

const MAX_DEPTH = 8
/** For fields whose form only a pattern or a sentence tells. */
const FITTING: Readonly<Record<string, readonly string[]>> = fitting

export function validValue(schema: Schema, source: ValueSource, name = '', depth = 0): unknown {
  const { dice, resolve, forced } = source
  const s = resolve(schema)
  const isForced = forced !== undefined && forced.name === name
  if (isForced && forced.beyond !== undefined) return forced.beyond
  if (isForced && forced.text !== undefined && takesText(s)) return forced.text
  if (isForced && (s.enum?.includes(forced.value) || (s.type === 'boolean' && typeof forced.value === 'boolean')))
    return forced.value
  const special = specialValue(name, source)
  if (special !== undefined && !s.enum && s.const === undefined && allows(s, typeof special, resolve)) return special
  if (s.const !== undefined) return s.const
  if (s.enum) return dice.pick(s.enum)
  if (s.examples && dice.chance(0.4)) return dice.pick(s.examples)
  const choices = s.anyOf ?? s.oneOf
  if (choices) return validValue(dice.pick(choices), source, name, depth)
  if (s.allOf) return Object.assign({}, ...s.allOf.map((one) => validValue(one, source, name, depth)))
  const type = typeof s.type === 'string' ? s.type : s.type ? dice.pick(s.type) : 'string'
  if (type === 'object') return validObject(s, source, depth)
  if (type === 'array') return validList(s, source, name, depth)
  if (type === 'integer') return Math.round(validNumber(s, dice))
  if (type === 'number') return validNumber(s, dice)
  if (type === 'boolean') return dice.chance(0.5)
  if (type === 'null') return null
  return validText(s, dice)
}

function allows(schema: Schema, type: string, resolve: ValueSource['resolve']): boolean {
  const s = resolve(schema)
  const choices = s.anyOf ?? s.oneOf
  if (choices) return choices.some((one) => allows(one, type, resolve))
  return s.type === undefined || s.type === type || (type === 'number' && s.type === 'integer')
}

/** Any text that is short enough: others are refused before they are used. */
export function takesText(s: Schema): boolean {
  const types = [s.type ?? []].flat()
  return types.includes('string') && !s.enum && s.const === undefined && !s.format && !s.pattern
}

/** Values by the name of a field: some must never come from elsewhere, because the server calls or writes them. */
function specialValue(name: string, { dice, ids }: ValueSource): string | number | undefined {
  if (isUrlName(name)) return dice.pick(URLS)
  if (isFileName(name)) return dice.pick(FILES)
  if (name === 'address' || name === 'q')
    return (dice.chance(0.5) ? ids.id('addresses', dice) : undefined) ?? dice.pick(ADDRESSES)
  if (name === 'email') return `fuzz-${dice.below(1_000_000)}@example.test`
  if (name === 'password') return `a long passphrase ${dice.below(50)}`
  if (name === 'token') return ids.id(dice.pick(['verify-token', 'reset-token', 'invitations-token']), dice)
  if (FITTING[name] && dice.chance(0.7)) return dice.pick(FITTING[name])
  if (name === 'cursor') return ids.id('cursors', dice)
  if (name === 'listing' || name === 'listing_key') return ids.id('listings', dice)
  const kind = name === 'into' ? 'project' : /^(\w+?)_ids?$/.exec(name)?.[1]
  const id = kind && ids.id(`${kind.replaceAll('_', '-')}s`, dice)
  return id === undefined ? undefined : /^\d{1,9}$/.test(id) ? Number(id) : id
}

export function isUrlName(name: string): boolean {
  return /ur[li]s?$|^link$|_endpoint$|^resource$|^client_id$/i.test(name)
}

export function isFileName(name: string): boolean {
  return /^(file|more_files|location|path|folder)$/.test(name)
}

function validObject(s: Schema, source: ValueSource, depth: number): Record<string, unknown> {
  const { dice, forced } = source
  const value: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(s.properties ?? {})) {
    const required = s.required?.includes(name) || name === forced?.name
    if (required || (depth < MAX_DEPTH && dice.chance(0.35))) value[name] = validValue(schema, source, name, depth + 1)
  }
  if (typeof s.additionalProperties === 'object' && depth < MAX_DEPTH)
    for (let i = dice.below(3); i > 0; i--) {
      const [key] = [dice.pick(s.propertyNames?.enum ?? [dice.text(WORD, 5)])]
      value[String(key)] = validValue(s.additionalProperties, source, '', depth + 1)
    }
  return value
}

function validList(s: Schema, source: ValueSource, name: string, depth: number): unknown[] {
  const { dice } = source
  if (s.prefixItems) return s.prefixItems.map((one) => validValue(one, source, '', depth + 1))
  const min = Math.max(s.minItems ?? 0, source.forced?.name === name && name !== '' ? 1 : 0)
  const count = dice.between(min, Math.max(min, Math.min(s.maxItems ?? 3, min + 3)))
  return Array.from({ length: count }, () => (s.items ? validValue(s.items, source, name, depth + 1) : 'x'))
}

function validNumber(s: Schema, dice: Random): number {
  const min = s.minimum ?? s.exclusiveMinimum ?? 0
  const max = s.maximum ?? s.exclusiveMaximum ?? min + 1000
  const near = Math.min(max, min + 200)
  return dice.pick([min, max, near, min + dice.next() * (near - min), min + dice.next() * (max - min)])
}

function validText(s: Schema, dice: Random): string {
  const day = `20${dice.between(10, 30)}-${two(dice.between(1, 12))}-${two(dice.between(1, 28))}`
  if (s.format === 'date') return day
  if (s.format === 'date-time') return `${day}T${two(dice.below(24))}:00:00Z`
  const min = s.minLength ?? 0
  const max = Math.min(s.maxLength ?? 20, Math.max(min, 20))
  return dice.chance(0.3)
    ? dice.pick(['Toronto', 'ON', 'Vancouver', 'BC', 'active', 'M5V 2T6', '1203', 'x']).slice(0, s.maxLength)
    : dice.text(WORD, dice.between(min, max))
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
