// The `webhooks` section of the OpenAPI document, from the event type catalogue.
import type { oas31, ZodOpenApiPathItemObject } from 'zod-openapi'
import { eventTypeCatalogue } from '../webhooks/event-schemas.ts'

const HEADERS: readonly (readonly [string, string])[] = [
  ['webhook-id', 'Id of the event or batch, the same for every attempt'],
  ['webhook-timestamp', 'Time of the attempt, in seconds since 1970'],
  [
    'webhook-signature',
    'One or more signatures `v1,<base64>`, separated by spaces. Each is the HMAC-SHA256 of `id.timestamp.body`',
  ],
]

/** The named schemas that events use: an event may be the only one that uses one. */
export const eventComponents = (): Record<string, oas31.SchemaObject> =>
  Object.assign({}, ...eventTypeCatalogue().map(({ schema }) => asInDocument(schema).$defs))

export function webhooksSection(): Record<string, ZodOpenApiPathItemObject> {
  const parameters = HEADERS.map(([name, description]) => ({
    ...{ name, in: 'header' as const, required: true, description },
    schema: { type: 'string' as const },
  }))
  const responses = {
    '2XX': {
      description: 'The event was received. Any other status, or no response within 15 seconds, causes a retry',
    },
    410: { description: 'The endpoint no longer wants events and is disabled' },
  }
  const rows = eventTypeCatalogue().map(({ type, description, schema, example }) => {
    const requestBody = { required: true, content: { 'application/json': { schema: inDocument(schema), example } } }
    const operationId = `receive.${type}`
    const post = {
      operationId,
      tags: ['Webhooks'],
      summary: description,
      security: [],
      parameters,
      requestBody,
      responses,
    }
    return [type, { post }] as const
  })
  return Object.fromEntries(rows)
}

/** Points schema references to the document’s components. */
const asInDocument = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'))

function inDocument(schema: object): oas31.SchemaObject {
  const { $defs, $schema, ...rest } = asInDocument(schema)
  return rest
}
