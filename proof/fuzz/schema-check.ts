// Checks a response against its schema: a small JSON Schema validator.
import type { Schema } from './openapi.ts'

type Resolve = (schema: Schema) => Schema

/** Where and how a value breaks its schema; undefined if it does not. */
export function schemaProblem(value: unknown, schema: Schema, resolve: Resolve, at = ''): string | undefined {
  const s = resolve(schema)
  const wrong = (what: string) => `${at || '/'} ${what}; got ${JSON.stringify(value)?.slice(0, 60)}`
  for (const one of s.allOf ?? []) {
    const problem = schemaProblem(value, one, resolve, at)
    if (problem) return problem
  }
  const choices = s.anyOf ?? s.oneOf
  if (choices) {
    const problems = choices.map((one) => schemaProblem(value, one, resolve, at))
    if (!problems.includes(undefined)) return problems.length === 1 ? problems[0] : wrong(`fits none: ${problems[0]}`)
  }
  if (s.const !== undefined && value !== s.const) return wrong(`must be ${JSON.stringify(s.const)}`)
  if (s.enum && !s.enum.includes(value)) return wrong(`must be one of ${s.enum.join(', ').slice(0, 100)}`)
  if (s.type !== undefined) {
    const types = typeof s.type === 'string' ? [s.type] : s.type
    if (!types.some((type) => hasType(value, type))) return wrong(`must be of type ${types.join(' or ')}`)
  }
  if (typeof value === 'string') return textProblem(value, s, wrong)
  if (typeof value === 'number') return numberProblem(value, s, wrong)
  if (Array.isArray(value)) return listProblem(value, s, resolve, at, wrong)
  if (value !== null && typeof value === 'object')
    return objectProblem(value as Record<string, unknown>, s, resolve, at, wrong)
  return undefined
}

type Wrong = (what: string) => string

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const patterns = new Map<string, RegExp>()

function textProblem(value: string, s: Schema, wrong: Wrong): string | undefined {
  if (s.minLength !== undefined && value.length < s.minLength) return wrong(`must have ${s.minLength} characters`)
  if (s.maxLength !== undefined && [...value].length > s.maxLength) return wrong(`must have at most ${s.maxLength}`)
  if (s.pattern === undefined) return undefined
  const pattern = patterns.get(s.pattern) ?? new RegExp(s.pattern, 'u')
  patterns.set(s.pattern, pattern)
  return pattern.test(value) ? undefined : wrong('must match its pattern')
}

function numberProblem(value: number, s: Schema, wrong: Wrong): string | undefined {
  if (s.minimum !== undefined && value < s.minimum) return wrong(`must be at least ${s.minimum}`)
  if (s.maximum !== undefined && value > s.maximum) return wrong(`must be at most ${s.maximum}`)
  if (s.exclusiveMinimum !== undefined && value <= s.exclusiveMinimum) return wrong(`must be > ${s.exclusiveMinimum}`)
  if (s.exclusiveMaximum !== undefined && value >= s.exclusiveMaximum) return wrong(`must be < ${s.exclusiveMaximum}`)
  return undefined
}

function listProblem(value: unknown[], s: Schema, resolve: Resolve, at: string, wrong: Wrong): string | undefined {
  if (s.minItems !== undefined && value.length < s.minItems) return wrong(`must have ${s.minItems} items`)
  if (s.maxItems !== undefined && value.length > s.maxItems) return wrong(`must have at most ${s.maxItems} items`)
  for (const [i, item] of value.entries()) {
    const schema = s.prefixItems?.[i] ?? s.items
    const problem = schema && schemaProblem(item, schema, resolve, `${at}/${i}`)
    if (problem) return problem
  }
  return undefined
}

function objectProblem(
  value: Record<string, unknown>,
  s: Schema,
  resolve: Resolve,
  at: string,
  wrong: Wrong,
): string | undefined {
  for (const name of s.required ?? []) if (!Object.hasOwn(value, name)) return wrong(`must have "${name}"`)
  for (const [name, item] of Object.entries(value)) {
    const known = s.properties && Object.hasOwn(s.properties, name) ? s.properties[name] : undefined
    if (!known && s.additionalProperties === false) return wrong(`must not have "${name}"`)
    const schema = known ?? (typeof s.additionalProperties === 'object' ? s.additionalProperties : undefined)
    const problem = schema && schemaProblem(item, schema, resolve, `${at}/${name}`)
    if (problem) return problem
  }
  return undefined
}
