// Compares the API of two releases and lists what breaks callers.
import type { Direction } from './compare-schemas.ts'
import { compareSchemas } from './compare-schemas.ts'
import type { OpenApi, Operation, Parameter, PathItem, Schema } from './json-schema.ts'

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
      const comparison = new Comparison(before, after, `${method.toUpperCase()} ${path}`, found)
      const current = after.paths[path]?.[method]
      if (current) comparison.compareOperations(operation, current)
      else comparison.report('operation', 'is removed')
    }
  for (const [name, item] of Object.entries(before.webhooks ?? {}))
    for (const [method, operation] of methodsOf(item)) {
      const comparison = new Comparison(before, after, `webhook ${name}`, found)
      const current = after.webhooks?.[name]?.[method]
      // Customers receive what the server sends: their request is our response.
      if (current) comparison.compareBodies('response', 'event', operation.requestBody, current.requestBody)
      else comparison.report('event', 'is removed')
    }
  return withoutRepeats(found)
}

const methodsOf = (item: PathItem) => Object.entries(item).filter(([method]) => METHODS.includes(method))

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

/** Compares one operation of the two releases. */
class Comparison {
  readonly #before: OpenApi
  readonly #after: OpenApi
  readonly #operation: string
  readonly #found: BreakingChange[]

  constructor(before: OpenApi, after: OpenApi, operation: string, found: BreakingChange[]) {
    this.#before = before
    this.#after = after
    this.#operation = operation
    this.#found = found
  }

  report(at: string, what: string): void {
    this.#found.push({ operation: this.#operation, at, what })
  }

  compareOperations(from: Operation, to: Operation): void {
    if (from.operationId !== to.operationId)
      this.report('operationId', `changes from ${from.operationId} to ${to.operationId}`)
    this.#compareParameters(from, to)
    if (to.requestBody?.required && !from.requestBody?.required) this.report('body', 'becomes required')
    if (from.requestBody && !to.requestBody) this.report('body', 'is no longer accepted')
    this.compareBodies('request', 'body', from.requestBody, to.requestBody)
    for (const [status, response] of Object.entries(from.responses ?? {})) {
      if (!/^2/.test(status)) continue
      const current = to.responses?.[status]
      if (!current) {
        this.report(`response ${status}`, 'is removed')
        continue
      }
      for (const header of Object.keys(response.headers ?? {}))
        if (!current.headers?.[header]) this.report(`response header ${header}`, 'is removed')
      this.compareBodies('response', `response ${status}`, response, current)
    }
    this.#compareSecurity(from, to)
  }

  #compareParameters(from: Operation, to: Operation): void {
    const nameOf = ({ in: place, name }: Parameter) => `${place} parameter ${name}`
    const left = new Map((to.parameters ?? []).map((parameter) => [nameOf(parameter), parameter]))
    for (const parameter of from.parameters ?? []) {
      const at = nameOf(parameter)
      const other = left.get(at)
      left.delete(at)
      if (!other) this.report(at, 'is removed')
      else if (other.required && !parameter.required) this.report(at, 'becomes required')
      this.#compareSchemas('request', at, parameter.schema, other?.schema)
    }
    for (const [at, { required }] of left) if (required) this.report(at, 'is new and required')
  }

  compareBodies(direction: Direction, at: string, from: Body | undefined, to: Body | undefined): void {
    for (const [type, { schema }] of Object.entries(from?.content ?? {})) {
      const current = to?.content?.[type]
      if (to && !current) this.report(at, `is no longer ${type}`)
      this.#compareSchemas(direction, at, schema, current?.schema)
    }
  }

  #compareSchemas(direction: Direction, at: string, from: Schema | undefined, to: Schema | undefined): void {
    if (!from || !to) return
    for (const change of compareSchemas(this.#before, this.#after, direction, from, to, at))
      this.report(change.at, change.what)
  }

  /** A credential that was enough must stay enough. */
  #compareSecurity(from: Operation, to: Operation): void {
    const current = to.security ?? []
    for (const way of from.security ?? []) {
      const names = Object.keys(way)
      const same = current.filter((other) => Object.keys(other).join() === names.join())
      if (same.length === 0)
        this.report('security', `no longer accepts ${names.join(' and ') || 'requests without a credential'}`)
      else if (!same.some((other) => names.every((name) => other[name]!.every((scope) => way[name]!.includes(scope)))))
        this.report(
          'security',
          `needs other scopes: ${same.map((other) => Object.values(other).join(' ')).join(' or ')}`,
        )
    }
  }
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
