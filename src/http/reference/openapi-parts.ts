// The OpenAPI document as it is published: what occurs several times is a component, and what says nothing is left out.
import type { oas31 } from 'zod-openapi'
import { LEADS } from './docs-sections.ts'

// biome-ignore lint/suspicious/noExplicitAny: any part of the document
type Part = any
type Named = Readonly<Record<string, Part>>

/** Bounds of JavaScript's integers and patterns of formats say nothing about a field, and tools make examples of them. */
const isNoise = (holder: { readonly format?: string }, name: string, value: unknown): boolean =>
  ((name === 'minimum' || name === 'maximum') && Math.abs(value as number) === Number.MAX_SAFE_INTEGER) ||
  (name === 'pattern' && (holder.format === 'date' || holder.format === 'date-time'))

export function withoutNoise<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), function (name, value) {
    return isNoise(this, name, value) ? undefined : value
  })
}

/** The part with every part in it changed. */
function mapParts(part: Part, change: (part: Part) => Part): Part {
  if (Array.isArray(part)) return part.map((item) => mapParts(item, change))
  if (part === null || typeof part !== 'object') return part
  return change(Object.fromEntries(Object.entries(part).map(([name, item]) => [name, mapParts(item, change)])))
}

/** `anyOf` of a simple type and null as one type. */
function withNullableType(schema: Part): Part {
  const [first, second, ...others] = Array.isArray(schema.anyOf) ? schema.anyOf : []
  if (second?.type !== 'null' || others.length > 0 || typeof first.type !== 'string') return schema
  const { anyOf: _, ...rest } = schema
  return { ...rest, ...first, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) }
}

/** A response may get more fields in any release. */
const open = (schema: Part): Part => {
  const { additionalProperties, ...rest } = schema
  return additionalProperties === false ? rest : schema
}

/** Names of the schemas that a part refers to, directly or not. */
function schemasIn(part: Part, schemas: Named, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name!)) continue
    found.add(name!)
    schemasIn(schemas[name!], schemas, found)
  }
  return found
}

/** Parameters that several operations have, by name. */
class SharedParameters {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly items: Record<string, Part> = {}

  constructor(operations: readonly Part[]) {
    for (const { parameters = [] } of operations)
      for (const parameter of parameters) {
        const text = JSON.stringify(parameter)
        this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1)
      }
  }

  refer(parameter: Part): Part {
    const text = JSON.stringify(parameter)
    if (this.#counts.get(text) === 1) return parameter
    const name = this.#names.get(text) ?? this.#freeName(parameter.name)
    this.#names.set(text, name)
    this.items[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }

  /** `id`, `id_2` … */
  #freeName(name: string): string {
    for (let n = 2, free = name; ; n++) {
      if (!(free in this.items)) return free
      free = `${name}_${n}`
    }
  }
}

/** Refusals by their status; 410 is what a receiver of events may answer. */
const REFUSALS: Readonly<Record<string, string>> = { 401: 'Unauthorized', 410: 'Gone', default: 'Error' }

/** Their examples are on the pages of the documentation. */
const FOR_OPERATORS = ['Desk', 'Operator']

/** Lists in examples have one item: it shows the shape as well as twenty. */
const shortExample = (value: Part): Part =>
  Array.isArray(value) ? value.slice(0, 1).map(shortExample) : mapValues(value, shortExample)

const mapValues = (value: Part, change: (item: Part, name: string) => Part): Part =>
  value === null || typeof value !== 'object'
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]))

const withExamples = (body: Part, isLeftOut = false): Part => ({
  ...body,
  ...(body.content && {
    content: mapValues(body.content, ({ example, ...rest }) =>
      example === undefined || isLeftOut ? rest : { ...rest, example: shortExample(example) },
    ),
  }),
})

/** What all events have. An event of a type has it too, with its own type, resource and object. */
const ENVELOPE = 'WebhookEvent'
/** A ping has no sequence, and a batch has events. */
const isEvent = (type: string): boolean => type !== 'ping' && type !== 'batch'

const schemaOf = (event: Part): Part => event.post.requestBody.content['application/json'].schema

function envelopeOf(schema: Part): Part {
  const { properties } = schema
  const resource = { type: 'object', properties: { type: { type: 'string' }, id: {} }, required: ['type', 'id'] }
  const data = { ...properties.data, properties: { ...properties.data.properties, resource, object: {} } }
  return { ...schema, description: 'An event', properties: { ...properties, type: { type: 'string' }, data } }
}

function inEnvelope({ properties }: Part): Part {
  const { resource, object } = properties.data.properties
  const own = { type: properties.type, data: { type: 'object', properties: { resource, object } } }
  return { allOf: [{ $ref: `#/components/schemas/${ENVELOPE}` }, { type: 'object', properties: own }] }
}

export function publishedDocument(full: oas31.OpenAPIObject, baseUrl: string): Part {
  const document: Part = mapParts(full, withNullableType)
  const { paths, webhooks }: Record<string, Named> = document
  const operationsOf = (items: Named): Part[] => Object.values(items).flatMap((item) => Object.values(item))
  const ours = operationsOf(paths!)
  const parameters = new SharedParameters([...ours, ...operationsOf(webhooks!)])
  const responses: Record<string, Part> = {}
  const short = (operation: Part): Part => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map((one: Part) => parameters.refer(one)) }),
    ...(operation.requestBody && { requestBody: withExamples(operation.requestBody) }),
    responses: mapValues(operation.responses, (response, status) => {
      const name = REFUSALS[status]
      if (name === undefined) return mapParts(withExamples(response, FOR_OPERATORS.includes(operation.tags[0])), open)
      responses[name] ??= response
      return { $ref: `#/components/responses/${name}` }
    }),
  })
  const event = (item: Part, type: string): Part => {
    const { post } = mapValues(item, short)
    const json = post.requestBody.content['application/json']
    const schema = isEvent(type) ? inEnvelope(json.schema) : json.schema
    return { post: { ...post, requestBody: { required: true, content: { 'application/json': { ...json, schema } } } } }
  }
  const { schemas }: Record<string, Named> = document.components
  const inRequests = schemasIn(
    ours.map(({ requestBody, parameters: own }) => [requestBody, own]),
    schemas!,
  )
  const [[, first] = []] = Object.entries(webhooks!).filter(([type]) => isEvent(type))
  const used = new Set(ours.flatMap(({ tags }) => tags))
  return {
    ...document,
    servers: [{ url: baseUrl }],
    tags: Object.entries(LEADS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths: mapValues(paths, (item) => mapValues(item, short)),
    webhooks: mapValues(webhooks, event),
    components: {
      ...document.components,
      schemas: {
        ...mapValues(schemas, (schema, name) => (inRequests.has(name) ? schema : mapParts(schema, open))),
        [ENVELOPE]: envelopeOf(schemaOf(first)),
      },
      parameters: parameters.items,
      responses,
    },
  }
}
