// Compares the API of two releases and lists what breaks callers.
import type { Direction, SchemaChange } from './compare-schemas.ts'
import { compareSchemas } from './compare-schemas.ts'
import type { OpenApi, Operation, PathItem, Schema } from './json-schema.ts'

export interface BreakingChange {
  /** `GET /api/v1/projects`, or `webhook project.created`. */
  readonly operation: string
  /** The schema and field, or a place in the operation. */
  readonly at: string
  readonly what: string
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

export function breakingChanges(before: OpenApi, after: OpenApi): BreakingChange[] {
  const found: BreakingChange[] = []
  for (const [path, item] of Object.entries(before.paths))
    for (const [method, operation] of methodsOf(item)) {
      const name = `${method.toUpperCase()} ${path}`
      const current = after.paths[path]?.[method]
      if (current) compareOperations(before, after, name, operation, current, found)
      else found.push({ operation: name, at: 'operation', what: 'is removed' })
    }
  for (const [name, item] of Object.entries(before.webhooks ?? {}))
    for (const [method, operation] of methodsOf(item)) {
      const current = after.webhooks?.[name]?.[method]
      const title = `webhook ${name}`
      // Customers receive what the server sends: their request is our response.
      if (!current) found.push({ operation: title, at: 'event', what: 'is removed' })
      else compareBodies(before, after, title, 'response', 'event', operation.requestBody, current.requestBody, found)
    }
  return withoutRepeats(found)
}

const methodsOf = (item: PathItem) => Object.entries(item).filter(([method]) => METHODS.includes(method))

function compareOperations(
  before: OpenApi,
  after: OpenApi,
  name: string,
  from: Operation,
  to: Operation,
  found: BreakingChange[],
): void {
  const report = (at: string, what: string) => found.push({ operation: name, at, what })
  if (from.operationId !== to.operationId)
    report('operationId', `changes from ${from.operationId} to ${to.operationId}`)
  compareParameters(before, after, name, from, to, found)
  if (to.requestBody?.required && !from.requestBody?.required) report('body', 'becomes required')
  if (from.requestBody && !to.requestBody) report('body', 'is no longer accepted')
  compareBodies(before, after, name, 'request', 'body', from.requestBody, to.requestBody, found)
  for (const [status, response] of Object.entries(from.responses ?? {})) {
    if (!/^2/.test(status)) continue
    const current = to.responses?.[status]
    if (!current) {
      report(`response ${status}`, 'is removed')
      continue
    }
    for (const header of Object.keys(response.headers ?? {}))
      if (!current.headers?.[header]) report(`response header ${header}`, 'is removed')
    compareBodies(before, after, name, 'response', `response ${status}`, response, current, found)
  }
  compareSecurity(from, to, report)
}

function compareParameters(
  before: OpenApi,
  after: OpenApi,
  name: string,
  from: Operation,
  to: Operation,
  found: BreakingChange[],
): void {
  const current = new Map((to.parameters ?? []).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
  const known = new Set<string>()
  for (const parameter of from.parameters ?? []) {
    const at = `${parameter.in} parameter ${parameter.name}`
    const other = current.get(`${parameter.in} ${parameter.name}`)
    known.add(`${parameter.in} ${parameter.name}`)
    if (!other) {
      found.push({ operation: name, at, what: 'is removed' })
      continue
    }
    if (other.required && !parameter.required) found.push({ operation: name, at, what: 'becomes required' })
    if (parameter.schema && other.schema)
      add(found, name, compareSchemas(before, after, 'request', parameter.schema, other.schema, at))
  }
  for (const [key, parameter] of current)
    if (!known.has(key) && parameter.required)
      found.push({ operation: name, at: `${parameter.in} parameter ${parameter.name}`, what: 'is new and required' })
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

function compareBodies(
  before: OpenApi,
  after: OpenApi,
  name: string,
  direction: Direction,
  at: string,
  from: Body | undefined,
  to: Body | undefined,
  found: BreakingChange[],
): void {
  for (const [type, { schema }] of Object.entries(from?.content ?? {})) {
    const current = to?.content?.[type]
    if (to && !current) found.push({ operation: name, at, what: `is no longer ${type}` })
    if (schema && current?.schema)
      add(found, name, compareSchemas(before, after, direction, schema, current.schema, at))
  }
}

/** A credential that was enough must stay enough. */
function compareSecurity(from: Operation, to: Operation, report: (at: string, what: string) => void): void {
  const current = to.security ?? []
  for (const way of from.security ?? []) {
    const names = Object.keys(way)
    const same = current.filter((other) => Object.keys(other).join() === names.join())
    if (same.length === 0)
      report('security', `no longer accepts ${names.join(' and ') || 'requests without a credential'}`)
    else if (!same.some((other) => names.every((name) => other[name]!.every((scope) => way[name]!.includes(scope)))))
      report('security', `needs other scopes: ${same.map((other) => Object.values(other).join(' ')).join(' or ')}`)
  }
}

function add(found: BreakingChange[], operation: string, changes: readonly SchemaChange[]): void {
  for (const { at, what } of changes) found.push({ operation, at, what })
}

/** A schema that many operations use is reported once. */
function withoutRepeats(found: readonly BreakingChange[]): BreakingChange[] {
  const seen = new Set<string>()
  return found.filter(({ operation, at, what }) => {
    const isShared = /^[A-Z]\w*(\.|\[|$)/.test(at)
    const key = isShared ? `${at} ${what}` : `${operation} ${at} ${what}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Changes that the breaking section of the newest release does not name, by operation or by `Schema.field`. */
export function undeclared(changes: readonly BreakingChange[], changelog: string): BreakingChange[] {
  const newest = changelog.split(/^## /m)[1] ?? ''
  const section = newest.split(/^### /m).find((part) => /^Breaking\b/.test(part)) ?? ''
  const named = new Set([...section.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  return changes.filter(({ operation, at }) => !named.has(operation) && !named.has(at))
}
