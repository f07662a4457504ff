// OAuth applications, consents and protected resource metadata (RFC 9728) over HTTP.
import { z } from 'zod'
import { requireDelegable } from '../../access/credentials/delegation.ts'
import { clientNameProblem } from '../../access/oauth/clients.ts'
import { resourceUrl } from '../../access/oauth/oauth-deps.ts'
import { redirectUriProblem } from '../../access/oauth/redirect-uri.ts'
import { MCP_SCOPES, SCOPES } from '../../access/rights/plans.ts'
import { anyone, credential, operator, signedIn } from '../../access/rights/policies.ts'
import type { ApiName } from '../../access/rights/principal.ts'
import { modeOf } from '../../access/rights/principal.ts'
import { fieldFault } from '../../kernel/fault.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say, term } from '../../kernel/phrase.ts'
import { createOnce } from '../rest/create-once.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { accountOperation } from '../server/route.ts'
import {
  ApplicationPatch,
  ApplicationSchema,
  ClientSecretRotation,
  GrantSchema,
  NewApplicationRequest,
  NewApplicationSchema,
  toApplicationJson,
  toGrantJson,
  toNewApplicationJson,
} from './oauth-schemas.ts'

const APPLICATIONS = { tag: 'OAuth', policy: credential({ scope: 'keys:manage', feature: 'core' }) } as const
const CONSENTS = { tag: 'OAuth', policy: signedIn } as const

const EXAMPLE_ID = 'app_0123456789abcdefghij'

const applicationId = z.object({ id: textParam(40, 'The application’s id') })
const grantId = z.object({ id: textParam(40, 'The consent’s id') })

function refuse(pointer: string, message: Text): never {
  throw fieldFault('invalid_parameter', pointer, message, { detail: say`${pointer} ${term(message)}.` })
}

function checkInput(name: string | undefined, redirectUris: readonly string[] | undefined): void {
  const problem = name === undefined ? null : clientNameProblem(name)
  if (problem) refuse('/name', problem)
  for (const [i, uri] of (redirectUris ?? []).entries()) {
    const uriProblem = redirectUriProblem(uri)
    if (uriProblem) refuse(`/redirect_uris/${i}`, uriProblem)
  }
}

export const list = accountOperation({
  id: 'listApplications',
  ...APPLICATIONS,
  summary: 'List the account’s OAuth applications',
  response: { status: 200, schema: z.object({ data: z.array(ApplicationSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'applications.list' },
  async handle({ services, principal }) {
    const clients = await services.access.applications.list(principal.account.id)
    return { body: { data: clients.map(toApplicationJson), meta: { total: clients.length } } }
  },
})

export const create = accountOperation({
  id: 'createApplication',
  ...APPLICATIONS,
  summary: 'Register an OAuth application. Its secret is shown once',
  body: NewApplicationRequest,
  response: { status: 201, schema: recordResponse(NewApplicationSchema) },
  example: { call: 'applications.create', body: { name: 'Nightly sync', scopes: ['projects:read'] } },
  async handle(call) {
    const { services, principal, body } = call
    const scopes = body.scopes ?? principal.credential.scopes
    requireDelegable(principal.credential, { scopes, mode: modeOf(principal.account) })
    checkInput(body.name, body.redirect_uris)
    const confidential = body.kind === 'confidential'
    if (!confidential && body.redirect_uris.length === 0)
      refuse('/redirect_uris', 'must have at least one URI for a public application, which can only act for people')
    const accountId = principal.account.id
    const input = { name: body.name, confidential, redirectUris: body.redirect_uris, scopes }
    return createOnce(call, accountId, 'create-application', async (tx) => {
      const application = await services.access.applications.create(tx, accountId, input, causeOf(call))
      return { status: 201, body: { data: toNewApplicationJson(application) } }
    })
  },
})

export const update = accountOperation({
  id: 'updateApplication',
  ...APPLICATIONS,
  summary: 'Update an application. Removing scopes revokes its tokens',
  params: applicationId,
  body: ApplicationPatch,
  response: { status: 200, schema: recordResponse(ApplicationSchema) },
  example: { call: 'applications.update', params: { id: EXAMPLE_ID }, body: { name: 'Nightly sync 2' } },
  async handle(call) {
    const { services, principal, params, body } = call
    requireDelegable(principal.credential, { scopes: body.scopes ?? [] })
    checkInput(body.name, body.redirect_uris)
    const { name, redirect_uris: redirectUris, scopes } = body
    const changes = { ...(name && { name }), ...(redirectUris && { redirectUris }), ...(scopes && { scopes }) }
    const client = await services.access.applications.change(principal.account.id, params.id, changes, causeOf(call))
    return { body: { data: toApplicationJson(client) } }
  },
})

export const rotate = accountOperation({
  id: 'rotateApplicationSecret',
  ...APPLICATIONS,
  summary: 'Replace an application’s secret. The old one keeps working for a while',
  params: applicationId,
  body: ClientSecretRotation,
  response: { status: 200, schema: recordResponse(NewApplicationSchema) },
  example: { call: 'applications.rotateSecret', params: { id: EXAMPLE_ID }, body: { overlap_seconds: 3600 } },
  async handle(call) {
    const { services, principal, params, body } = call
    const { applications } = services.access
    const application = await applications.rotateSecret(principal, params.id, body.overlap_seconds, causeOf(call))
    return { body: { data: toNewApplicationJson(application) } }
  },
})

export const remove = accountOperation({
  id: 'deleteApplication',
  ...APPLICATIONS,
  summary: 'Delete an application with all its consents and tokens',
  params: applicationId,
  response: { status: 204, type: 'text/plain' },
  example: { call: 'applications.remove', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal, params } = call
    await services.access.applications.delete(principal.account.id, params.id, causeOf(call))
    return { status: 204 }
  },
})

export const grants = accountOperation({
  id: 'listConsents',
  ...CONSENTS,
  summary: 'List the applications you have authorized',
  response: { status: 200, schema: z.object({ data: z.array(GrantSchema), meta: z.object({ total: z.int() }) }) },
  async handle({ services, session }) {
    const consents = await services.access.applications.listConsents(session.person.id)
    return { body: { data: consents.map(toGrantJson), meta: { total: consents.length } } }
  },
})

export const withdraw = accountOperation({
  id: 'withdrawConsent',
  ...CONSENTS,
  summary: 'Withdraw a consent. Its tokens stop working within two seconds',
  params: grantId,
  response: { status: 204, type: 'text/plain' },
  example: { params: { id: 'gra_1' } },
  async handle(call) {
    const { services, session, params } = call
    await services.access.applications.withdrawConsent(session.person.id, params.id, causeOf(call))
    return { status: 204 }
  },
})

export const rotateKeys = accountOperation({
  id: 'operatorRotateOAuthKeys',
  tag: 'Operator',
  policy: operator,
  summary: 'Rotate the OAuth signing key. The old one stays published for a day',
  response: { status: 200, schema: recordResponse(z.object({ kid: z.string() })) },
  async handle(call) {
    const kid = await call.services.access.oauth.rotateSigningKeys(causeOf(call))
    return { body: { data: { kid } } }
  },
})

/** Tells a client that received a 401 where to get a token (RFC 9728). */
export function protectedResource(api: ApiName | 'any') {
  return accountOperation({
    id: api === 'any' ? 'getProtectedResource' : `getProtectedResource_${api}`,
    tag: 'OAuth',
    policy: anyone,
    hidden: true,
    summary: 'Get the authorization servers for this resource',
    response: { status: 200, type: 'application/json' },
    handle: ({ services: { baseUrl } }) => ({
      body: {
        resource: resourceUrl(baseUrl, api),
        authorization_servers: [baseUrl],
        scopes_supported: api === 'mcp' ? MCP_SCOPES : SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Plinth',
        resource_documentation: `${baseUrl}/docs`,
      },
      headers: { 'access-control-allow-origin': '*' },
    }),
  })
}
