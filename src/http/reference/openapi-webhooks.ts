// The `webhooks` of the OpenAPI document: what we send, in the words of the same catalogue that /webhooks/event-types serves.
import type { oas31, ZodOpenApiPathItemObject } from 'zod-openapi'
import { eventTypeCatalogue } from '../../contract/event-schemas.ts'

const HEADERS: readonly (readonly [string, string])[] = [
  ['webhook-id', 'The id of the event; the same at every attempt'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970'],
  ['webhook-signature', 'One or more `v1,<base64>`, separated by spaces: HMAC-SHA256 of `id.timestamp.body`'],
]

export function webhooksSection(): Record<string, ZodOpenApiPathItemObject> {
  const parameters = HEADERS.map(([name, description]) => ({
    ...{ name, in: 'header' as const, required: true, description },
    schema: { type: 'string' as const },
  }))
  const responses = {
    '2XX': { description: 'Received; anything else, or nothing within 15 s, is tried again' },
    410: { description: 'Not wanted any more: the endpoint is disabled' },
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

/** Records are described once, among the components. */
function inDocument(schema: object): oas31.SchemaObject {
  const { $defs, $schema, ...rest } = JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'))
  return rest
}
