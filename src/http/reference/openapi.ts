// Generates the OpenAPI 3.1 document from the routes and schemas.
import type { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { createDocument } from 'zod-openapi'
import { SCOPE_DESCRIPTIONS } from '../../access/oauth/scope-descriptions.ts'
import { SESSION_COOKIE } from '../../access/people/sessions.ts'
import { FEATURES } from '../../access/rights/plans.ts'
import type { CredentialPolicy, Policy } from '../../access/rights/policies.ts'
import { PARTS } from '../../access/rights/policies.ts'
import { VERSION } from '../../kernel/config.ts'
import { Problem } from '../rest/envelope.ts'
import { OCTETS } from '../server/input/body-source.ts'
import { NDJSON } from '../server/input/line-source.ts'
import type { Deprecation, Route } from '../server/route.ts'
import { withoutNoise } from './openapi-parts.ts'
import { eventComponents, webhooksSection } from './openapi-webhooks.ts'
import { exampleOf } from './recorded-examples.ts'

const BYTES = { type: 'string', format: 'binary' } as const
const problem = { 'application/problem+json': { schema: Problem } }

export function openApiDocument(routes: readonly Route[]): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, object>> = {}
  for (const row of routes) {
    if (row.operation.hidden) continue
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describe(row) }
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Plinth',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Plinth finds the condo building or pre-construction project for a Canadian address as typed, with a confidence ' +
        'you can threshold. The dataset included with the software is a demonstration.',
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ apiKey: [] }, { oauth2: [] }, { session: [] }],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `pl_live_…`, or `pl_test_…` for the sandbox',
        },
        oauth2: {
          type: 'oauth2',
          description: 'An access token, for an application’s own account or for a person who gave consent',
          flows: {
            clientCredentials: { tokenUrl: '/oauth/token', scopes: SCOPE_DESCRIPTIONS },
            authorizationCode: {
              authorizationUrl: '/oauth/authorize',
              tokenUrl: '/oauth/token',
              refreshUrl: '/oauth/token',
              scopes: SCOPE_DESCRIPTIONS,
            },
          },
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'The session of a signed-in person. Requests that change data also need `X-CSRF-Token`',
        },
      },
    },
    paths,
    webhooks: webhooksSection(),
  })
  document.components = { ...document.components, schemas: { ...eventComponents(), ...document.components?.schemas } }
  return withoutNoise(document)
}

const uploadContent = ({ types = [] }: NonNullable<Route['operation']['upload']>) =>
  Object.fromEntries([OCTETS, ...types].map((type) => [type, { schema: BYTES }]))

function describe(row: Route): object {
  const { operation } = row
  const { id, tag, policy, summary, query, params, body, response: answer } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [deprecationText(operation.deprecated), operation.description, describePolicy(policy)]
      .filter(Boolean)
      .join('\n\n'),
    ...securityOf(policy),
    requestParams: { ...(query ? { query } : {}), ...(params ? { path: params } : {}) },
    ...(operation.deprecated ? { deprecated: true } : {}),
    // A missing body is read as an empty object.
    ...(body ? { requestBody: { required: !body.safeParse({}).success, content: bodyContent(body, operation) } } : {}),
    ...(operation.upload ? { requestBody: { required: true, content: uploadContent(operation.upload) } } : {}),
    responses: {
      [answer.status]: {
        description: 'Success',
        content: {
          [answer.type ?? 'application/json']: {
            ...(answer.schema ? { schema: answer.schema } : {}),
            ...exampleIn(exampleOf(id)?.body),
          },
        },
      },
      ...(policy.who === 'anyone'
        ? {}
        : { 401: { description: 'The credentials are missing or not valid', content: problem } }),
      default: { description: 'An error, with its `code`', content: problem },
    },
  }
}

function deprecationText(deprecated: Deprecation | undefined): string {
  return deprecated
    ? `Deprecated since ${deprecated.since}, and works until ${deprecated.sunset}. ${deprecated.instead}`
    : ''
}

/** Only if it differs from the document’s default. */
function securityOf(policy: Policy): { security?: Record<string, string[]>[] } {
  if (policy.who === 'anyone') return { security: [] }
  if (policy.who === 'person') return { security: [{ session: [] }] }
  if (policy.who === 'role') return { security: [{ apiKey: [] }, { session: [] }] }
  return policy.scope ? { security: [{ apiKey: [] }, { oauth2: [policy.scope] }, { session: [] }] } : {}
}

const exampleIn = (example: unknown) => (example === undefined ? {} : { example })

function bodyContent(schema: z.ZodType, { stream, example }: Route['operation']): object {
  const line = { type: 'string', description: 'One JSON object per line' } as const
  return {
    'application/json': { schema, ...exampleIn(example?.body) },
    ...(stream ? { [NDJSON]: { schema: line } } : {}),
  }
}

function describePolicy(policy: Policy): string {
  if (policy.who === 'anyone') return 'No authentication required.'
  if (policy.who === 'person') return 'Requires a session of a signed-in person.'
  if (policy.who === 'role')
    return `Requires the ${policy.role} role: a session of a person with this role, or the operator key.`
  const more = policy.parts.map((part) => `${PARTS[part].what}: ${requirements(PARTS[part])}`)
  const cost = {
    request: '',
    lookup: ' Counts as one lookup if there is a match.',
    lookups: ' Each address counts as one lookup if there is a match.',
  }
  return [requirements(policy) + cost[policy.cost], ...more].join('\n\n')
}

function requirements({ feature, scope }: Pick<CredentialPolicy, 'feature' | 'scope'>): string {
  return `Plans: ${FEATURES[feature].plans.join(', ')}.${scope ? ` Scope: \`${scope}\`.` : ''}`
}
