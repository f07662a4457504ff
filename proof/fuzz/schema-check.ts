// Checks a response against its schema: a small JSON Schema validator, compiled once for each schema.
import type { Schema } from './openapi.ts'

type Resolve = (schema: Schema) => Schema

interface Problem {
  /** `/data/0/id` */
  readonly at: string
  readonly what: string
}

/** Most values have no problem, so a path is only made for one that has. */
type Check = (value: unknown) => Problem | undefined

const compiled = new WeakMap<Schema, Check>()

/** Where and how a value breaks its schema; undefined if it does not. */
export function schemaProblem(value: unknown, schema: Schema, resolve: Resolve): string | undefined {
  const problem = checkOf(schema, resolve)(value)
  return problem && `${problem.at || '/'} ${problem.what}`
}

function checkOf(schema: Schema, resolve: Resolve): Check {
  const known = compiled.get(schema)
  if (known) return known
  // A schema may contain itself, so its parts are compiled when they are first needed.
  let check: Check = (value) => {
    check = compile(resolve(schema), resolve)
    return check(value)
  }
  const lazy: Check = (value) => check(value)
  compiled.set(schema, lazy)
  return lazy
}

function compile(s: Schema, resolve: Resolve): Check {
  const checks: Check[] = (s.allOf ?? []).map((one) => checkOf(one, resolve))
  const choices = s.anyOf ?? s.oneOf
  if (choices) checks.push(oneOfCheck(choices.map((one) => checkOf(one, resolve))))
  if (s.const !== undefined) checks.push(test((value) => value === s.const, `must be ${JSON.stringify(s.const)}`))
  if (s.enum) {
    const allowed = new Set(s.enum)
    checks.push(test((value) => allowed.has(value), `must be one of ${s.enum.join(', ').slice(0, 100)}`))
  }
  if (s.type !== undefined) checks.push(typeCheck(typeof s.type === 'string' ? [s.type] : s.type))
  const parts = {
    text: textCheck(s),
    number: numberCheck(s),
    list: listCheck(s, resolve),
    object: objectCheck(s, resolve),
  }
  checks.push((value) => {
    if (typeof value === 'string') return parts.text(value)
    if (typeof value === 'number') return parts.number(value)
    if (Array.isArray(value)) return parts.list(value)
    return value !== null && typeof value === 'object' ? parts.object(value) : undefined
  })
  return all(checks)
}

function all(checks: readonly Check[]): Check {
  if (checks.length === 1) return checks[0]!
  return (value) => {
    for (const check of checks) {
      const problem = check(value)
      if (problem) return problem
    }
    return undefined
  }
}

function wrong(value: unknown, what: string): Problem {
  return { at: '', what: `${what}; got ${JSON.stringify(value)?.slice(0, 60)}` }
}

function test(isRight: (value: unknown) => boolean, what: string): Check {
  return (value) => (isRight(value) ? undefined : wrong(value, what))
}

function oneOfCheck(checks: readonly Check[]): Check {
  return (value) => {
    let first: Problem | undefined
    for (const check of checks) {
      const problem = check(value)
      if (!problem) return undefined
      first ??= problem
    }
    return checks.length === 1 ? first : wrong(value, `fits none: ${first?.at ?? ''} ${first?.what ?? ''}`)
  }
}

function typeCheck(types: readonly string[]): Check {
  return test((value) => types.some((type) => hasType(value, type)), `must be of type ${types.join(' or ')}`)
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function textCheck({ minLength, maxLength, pattern }: Schema): Check {
  const checks: Check[] = []
  const length = (value: unknown) => (value as string).length
  if (minLength !== undefined)
    checks.push(test((value) => length(value) >= minLength, `must have ${minLength} characters`))
  if (maxLength !== undefined)
    checks.push(
      test(
        (value) => length(value) <= maxLength || [...(value as string)].length <= maxLength,
        `must have at most ${maxLength}`,
      ),
    )
  if (pattern !== undefined) {
    const compiledPattern = new RegExp(pattern, 'u')
    checks.push(test((value) => compiledPattern.test(value as string), 'must match its pattern'))
  }
  return all(checks)
}

function numberCheck(s: Schema): Check {
  const checks: Check[] = []
  const add = (limit: number | undefined, sign: string, isRight: (value: number, limit: number) => boolean) => {
    if (limit !== undefined) checks.push(test((value) => isRight(value as number, limit), `must be ${sign} ${limit}`))
  }
  add(s.minimum, 'at least', (value, limit) => value >= limit)
  add(s.maximum, 'at most', (value, limit) => value <= limit)
  add(s.exclusiveMinimum, '>', (value, limit) => value > limit)
  add(s.exclusiveMaximum, '<', (value, limit) => value < limit)
  return all(checks)
}

function listCheck(s: Schema, resolve: Resolve): Check {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = s
  const first = (s.prefixItems ?? []).map((one) => checkOf(one, resolve))
  const rest = s.items && checkOf(s.items, resolve)
  return (value) => {
    const list = value as readonly unknown[]
    if (list.length < minItems) return wrong(value, `must have ${minItems} items`)
    if (list.length > maxItems) return wrong(value, `must have at most ${maxItems} items`)
    for (let i = 0; i < list.length; i++) {
      const problem = (first[i] ?? rest)?.(list[i])
      if (problem) return { at: `/${i}${problem.at}`, what: problem.what }
    }
    return undefined
  }
}

function objectCheck(s: Schema, resolve: Resolve): Check {
  const required = s.required ?? []
  const known = new Map(Object.entries(s.properties ?? {}).map(([name, one]) => [name, checkOf(one, resolve)]))
  const isClosed = s.additionalProperties === false
  const others = typeof s.additionalProperties === 'object' ? checkOf(s.additionalProperties, resolve) : undefined
  return (value) => {
    const record = value as Readonly<Record<string, unknown>>
    for (const name of required) if (!Object.hasOwn(record, name)) return wrong(value, `must have "${name}"`)
    for (const name of Object.keys(record)) {
      const check = known.get(name)
      if (!check && isClosed) return wrong(value, `must not have "${name}"`)
      const problem = (check ?? others)?.(record[name])
      if (problem) return { at: `/${name}${problem.at}`, what: problem.what }
    }
    return undefined
  }
}
