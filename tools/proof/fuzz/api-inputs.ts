// Inputs for the operations of the OpenAPI document: valid by schema, then broken.
import type { Random } from '../../shared/random.ts'
import { characterOf } from './characters.ts'
/** Operations that keep the server busy for long, and how often they are chosen. */
import SHARES from './data/operation-shares.json' with { type: 'json' }
import type { CredentialKind, HttpInput } from './input.ts'
import { mutateJson, mutateText, oddText, urlText } from './mutate.ts'
import { ODD_NUMBERS } from './odd-values.ts'
import type { Operation, Parameter } from './openapi.ts'
import type { Body, Oddness } from './request-parts.ts'
import { encodeBody, httpInput, jsonBody, NO_BODY, pickCredential, pickOddness } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'
import type { Forced } from './valid-values.ts'
import { validValue, valueSource } from './valid-values.ts'

/** A write takes a transaction, ten times as long as a read. */
const WRITE_SHARE = 0.3
/** Parameters that mean something together need more tries. */
const weightOfRead = ({ parameters }: Operation): number => 1 + Math.floor(parameters.length / 5)
const READING_POSTS = /\/(building-links(\/batch|\/stream)?|parse|search)$/

export function operationWeights(operations: readonly Operation[]): Record<string, number> {
  const isWrite = ({ method, path }: Operation) => method !== 'GET' && !(method === 'POST' && READING_POSTS.test(path))
  return Object.fromEntries(
    operations.map((one) => [
      one.id,
      (SHARES as Record<string, number>)[one.id] ?? (isWrite(one) ? WRITE_SHARE : weightOfRead(one)),
    ]),
  )
}

export function apiInput(dice: Random, world: Surroundings): HttpInput {
  const operation = world.document.byId.get(dice.weighted(world.weights))!
  return inputFor(operation, pickOddness(dice), pickCredential(operation.path, dice), dice, world)
}

export function inputFor(
  operation: Operation,
  oddness: Oddness,
  credential: CredentialKind,
  dice: Random,
  world: Surroundings,
  forced?: Forced,
): HttpInput {
  const { path, id: known } = pathOf(operation, oddness, dice, world, forced)
  const query = queryOf(operation, oddness, dice, world, forced)
  const { method, id } = operation
  const line = { kind: 'api', method, path: world.fill(`${path}${query && `?${query}`}`), operation: id } as const
  const body = bodyOf(operation, oddness, dice, world, forced)
  const version = dice.chance(0.7) ? world.version(known) : dice.between(0, 3)
  const match = operation.isVersioned && dice.chance(0.85) ? [['If-Match', `"${version ?? 1}"`] as const] : []
  const input = httpInput({ ...line, credential }, body, oddness, dice, world, match)
  // Most objects are seen only by their account.
  const holder = dice.chance(HOLDER_SHARE) ? world.holder(known) : undefined
  return holder ? { ...input, authorization: holder } : input
}

/** Another input for the operation of this one. */
export function anotherInput(
  { operation, credential }: HttpInput,
  dice: Random,
  world: Surroundings,
): HttpInput | undefined {
  const known = operation === undefined ? undefined : world.document.byId.get(operation)
  return known && inputFor(known, pickOddness(dice), credential, dice, world)
}

/** A field of a list that may be empty, or of one of several shapes, is not in every body. */
const TRIES = 12
const FROM_CALLERS = { elite: 8, owner: 2 } as const

/** A valid request with one kind of character in one field. */
export function characterInput(n: number, dice: Random, world: Surroundings): HttpInput {
  const { operation, forced } = characterOf(n, world.document, dice)
  const { text = '' } = forced
  const isForCallers = !/^\/api\/v1\/(operator|desk|people|sessions|invitations|plan-requests)/.test(operation.path)
  const credential = isForCallers ? dice.weighted(FROM_CALLERS) : pickCredential(operation.path, dice)
  for (let tries = 1; ; tries++) {
    const input = inputFor(operation, 'valid', credential, dice, world, forced)
    const hasText = `${input.path}${input.body ?? ''}`.includes(text)
    if (hasText || input.path.includes(encodeURIComponent(text)) || tries === TRIES) return input
  }
}

/** Lists whose ids belong to a path with another name. */
const ID_KINDS: Readonly<Record<string, string>> = { cases: 'queue', keys: 'api-keys' }
/** How often the credential is one that has seen what the path names. */
const HOLDER_SHARE = 0.6

function pathOf(
  { path, parameters }: Operation,
  oddness: Oddness,
  dice: Random,
  world: Surroundings,
  forced?: Forced,
): { path: string; id: string } {
  let id = ''
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parent = path
      .slice(0, path.indexOf(`/{${name}}`))
      .split('/')
      .at(-1)!
    const known = world.id(ID_KINDS[parent] ?? parent, dice)
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    const valid =
      name === forced?.name && forced.text !== undefined
        ? forced.text
        : (known ?? String(validValue(schema, valueSource(dice, world), name)))
    const isValid = oddness === 'valid' || dice.chance(0.6)
    const text = isValid ? encodeURIComponent(valid) : urlText(oddSegment(valid, dice, world), dice)
    id ||= valid
    // An empty segment would be the path of another operation.
    return /^(?![?#])./s.test(text) ? text : `x${text}`
  })
  return { path: filled, id }
}

function oddSegment(valid: string, dice: Random, world: Surroundings): string {
  switch (dice.below(4)) {
    case 0:
      return mutateText(valid, dice)
    case 1:
      return String(dice.pick(ODD_NUMBERS))
    case 2:
      // An id of another kind.
      return world.id(dice.pick(world.idKinds()), dice) ?? 'x'
    default:
      return oddText(dice)
  }
}

function queryOf(
  { parameters }: Operation,
  oddness: Oddness,
  dice: Random,
  world: Surroundings,
  forced?: Forced,
): string {
  const known = parameters.filter((one) => one.in === 'query')
  const share = known.length > 12 ? 0.12 : 0.4
  const pairs: string[] = []
  for (const one of known) {
    const isForced = one.name === forced?.name
    // Fewer others, so that the request gets as far as this one.
    if (!one.required && !isForced && (forced || !dice.chance(share))) continue
    pairs.push(...pairsOf(one, oddness, dice, world, forced))
  }
  if (oddness === 'wild' && dice.chance(0.3))
    pairs.push(
      dice.pick(['', '&', '=', 'a[b]=1', 'x=1', '%zz=1', '__proto__=1', 'key=x', 'limit=1&limit=2', '\u00e9=1']),
    )
  if (oddness !== 'valid' && pairs.length > 1 && dice.chance(0.1)) pairs.splice(dice.below(pairs.length), 1)
  return pairs.join('&')
}

function pairsOf(one: Parameter, oddness: Oddness, dice: Random, world: Surroundings, forced?: Forced): string[] {
  const value =
    one.example !== undefined && one.name !== forced?.name && dice.chance(0.3)
      ? one.example
      : validValue(one.schema, valueSource(dice, world, forced), one.name)
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  if (oddness === 'valid' || dice.chance(0.6)) return [`${one.name}=${encodeURIComponent(text.toWellFormed())}`]
  const odd = dice.weighted({ text: 40, mutated: 30, number: 20, twice: 5, empty: 5 })
  if (odd === 'twice') return [`${one.name}=1`, `${one.name}=${urlText(text, dice)}`]
  if (odd === 'empty') return [one.name]
  const changed =
    odd === 'text' ? oddText(dice) : odd === 'number' ? String(dice.pick(ODD_NUMBERS)) : mutateText(text, dice)
  return [`${one.name}=${urlText(changed, dice)}`]
}

function bodyOf(operation: Operation, oddness: Oddness, dice: Random, world: Surroundings, forced?: Forced): Body {
  const types = Object.keys(operation.body)
  if (types.length === 0) {
    if (operation.method === 'GET' && !(oddness === 'wild' && dice.chance(0.1))) return NO_BODY
    return jsonBody({}, oddness, dice, world.fill)
  }
  const type = dice.pick(types)
  const { schema = {}, example } = operation.body[type]!
  if (schema.format === 'binary') return encodeBody(Buffer.from(fileText(dice)), type, oddness, dice)
  const value =
    forced?.text === undefined && isHarmless(example) && dice.chance(0.2)
      ? structuredClone(example)
      : validValue(schema, valueSource(dice, world, forced))
  if (type !== 'application/x-ndjson') return jsonBody(value, oddness, dice, world.fill)
  const lines = Array.from({ length: dice.between(0, 6) }, (_, i) => {
    const line = i === 0 ? value : validValue(schema, valueSource(dice, world))
    return JSON.stringify(oddness === 'valid' || dice.chance(0.5) ? line : mutateJson(structuredClone(line), dice))
  })
  const text = dice.chance(0.1) ? `${lines.join('\r\n')}\n{"a":` : `${lines.join('\n')}\n`
  return encodeBody(Buffer.from(world.fill(text)), type, oddness, dice)
}

/** An example with a URL or a file would make the server call or write it. */
function isHarmless(example: unknown): boolean {
  return example !== undefined && !/:\/\/|"\//.test(JSON.stringify(example))
}

function fileText(dice: Random): string {
  const cell = () => (dice.chance(0.7) ? dice.pick(['1', 'Toronto', 'ON', '1480 Howe St']) : oddText(dice))
  const rows = Array.from({ length: dice.between(0, 5) }, () => Array.from({ length: 4 }, cell).join(','))
  if (dice.chance(0.2)) return rows.map((row) => JSON.stringify({ address: row })).join('\n')
  return ['id,name,address,city', ...rows].slice(dice.chance(0.1) ? 1 : 0).join(dice.pick(['\n', '\r\n', '\r']))
}
