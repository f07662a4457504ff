// The operations of a build's OpenAPI document, as the fuzz needs them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../../build/api/json-schema.ts'

export type { Schema } from '../../build/api/json-schema.ts'

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

export interface Content {
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Wants the version of what it changes in If-Match. */
  readonly isVersioned: boolean
  /** By media type. */
  readonly body: Readonly<Record<string, Content>>
  /** By status. */
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

export interface ApiDocument {
  readonly operations: readonly Operation[]
  readonly byId: ReadonlyMap<string, Operation>
  /** Named schemas. */
  readonly schemas: Readonly<Record<string, Schema>>
  resolve(schema: Schema): Schema
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

interface Ref {
  readonly $ref: string
}

interface RawOperation {
  readonly operationId: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly content?: Record<string, Content> }
  readonly responses?: Readonly<Record<string, Operation['responses'][string] | Ref>>
}

export function readApiDocument(buildFolder: string): ApiDocument {
  return apiDocument(JSON.parse(readFileSync(join(buildFolder, 'docs/openapi.json'), 'utf8')))
}

export function apiDocument(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly responses?: Operation['responses']
  }
}): ApiDocument {
  const named = <T>(items: Readonly<Record<string, T>> | undefined, one: T | Ref): T =>
    one !== null && typeof one === 'object' && '$ref' in one
      ? items![one.$ref.slice(one.$ref.lastIndexOf('/') + 1)]!
      : (one as T)
  const { parameters, responses } = document.components ?? {}
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method): Operation => {
      const raw = methods[method] as RawOperation
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        parameters: (raw.parameters ?? []).map((one) => named(parameters, one)),
        isVersioned: /If-Match/.test(raw.description ?? ''),
        body: raw.requestBody?.content ?? {},
        responses: Object.fromEntries(
          Object.entries(raw.responses ?? {}).map(([status, one]) => [status, named(responses, one)]),
        ),
      }
    }),
  )
  const schemas = document.components?.schemas ?? {}
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema
    const { $ref, ...own } = schema
    const found = schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
    if (!found) throw new Error(`The OpenAPI document refers to ${$ref}, which it does not have.`)
    return { ...resolve(found), ...own }
  }
  return { operations, byId: new Map(operations.map((one) => [one.id, one])), schemas, resolve }
}

/** Lists that the document describes in words: each item, and each line of a stream, is like the body of another operation. */
const ITEMS: Readonly<Record<string, { readonly list: string; readonly like: string; readonly name: string }>> = {
  batchListings: { list: 'listings', like: 'putListing', name: 'key' },
  batchBuildingLinks: { list: 'queries', like: 'askBuildingLink', name: 'query_id' },
}
const [JSON_TYPE, NDJSON] = ['application/json', 'application/x-ndjson']

/** The document with the schemas of those items. */
export function withItems(document: ApiDocument): ApiDocument {
  const schemaOf = (id: string) => document.resolve(document.byId.get(id)?.body[JSON_TYPE]?.schema ?? {})
  const operations = document.operations.map((operation): Operation => {
    const row = ITEMS[operation.id]
    if (!row) return operation
    const { list, like, name } = row
    const { properties, required = [] } = schemaOf(like)
    const text = { type: 'string' }
    const item = { type: 'object', properties: { ...properties, [name]: text }, required: [...required, name] }
    const whole = schemaOf(operation.id)
    const listed = { ...whole, properties: { [list]: { ...whole.properties?.[list], items: item } } }
    return { ...operation, body: { [JSON_TYPE]: { schema: listed }, [NDJSON]: { schema: item } } }
  })
  return { ...document, operations, byId: new Map(operations.map((one) => [one.id, one])) }
}
