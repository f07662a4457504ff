// The parts of OpenAPI documents that tools look at, such as a comparison of two releases.

/** The part of JSON Schema that the documents use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly propertyNames?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content }
  readonly responses?: Readonly<
    Record<string, { readonly content?: Content; readonly headers?: Readonly<Record<string, unknown>> }>
  >
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export type PathItem = Readonly<Record<string, Operation>>

export interface OpenApi {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** Texts and examples may always change. */
const WORDS = new Set(['description', 'summary', 'example', 'examples', 'title', 'tags', 'x-codeSamples', 'servers'])

/** The document without texts and examples, to keep with a release. */
export function withoutWords(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([name]) => isNames || !WORDS.has(name))
  // Fields of objects may be called "title" or "tags".
  return Object.fromEntries(
    kept.map(([name, item]) => [name, withoutWords(item, !isNames && (name === 'properties' || name === 'schemas'))]),
  )
}
