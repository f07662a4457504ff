// All OAuth 2.0 paths: the authorization server and the consent page.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAllowed } from '../../access/limits/rate-limits.ts'
import type { Mount } from '../server/mount.ts'
import { mount } from '../server/mount.ts'
import { setRateHeaders } from '../server/rate-headers.ts'
import type { Services } from '../server/services.ts'
import { decideConsent, showConsent } from './oauth-consent.ts'

/** Requests per minute and network. Registration is low, because it stores data for anonymous callers. */
const RATES = { authorize: 60, token: 240, register: 5 } as const

const SERVER = 'checked by the authorization server'
const PERSON = 'the signed-in person'

// biome-ignore format: a table is read by its columns
export const oauthMounts: readonly Mount[] = [
  mount(['GET'],              '/oauth/authorize',                        SERVER, rateLimited('authorize')),
  mount(['GET'],              '/oauth/authorize/{uid}',                  SERVER, forward),
  mount(['POST', 'OPTIONS'],  '/oauth/token',                            SERVER, rateLimited('token')),
  mount(['POST', 'OPTIONS'],  '/oauth/revoke',                           SERVER, rateLimited('token')),
  mount(['POST', 'OPTIONS'],  '/oauth/introspect',                       SERVER, rateLimited('token')),
  mount(['POST'],             '/oauth/register',                         SERVER, rateLimited('register')),
  mount(['GET', 'OPTIONS'],   '/oauth/jwks',                             SERVER, forward),
  mount(['GET', 'OPTIONS'],   '/.well-known/oauth-authorization-server', SERVER, forward),
  mount(['GET', 'OPTIONS'],   '/.well-known/openid-configuration',       SERVER, forward),
  mount(['GET'],              '/oauth/consent/{uid}',                    PERSON, withFixedHost(showConsent)),
  mount(['POST'],             '/oauth/consent/{uid}',                    PERSON, withFixedHost(decideConsent)),
]

function rateLimited(what: keyof typeof RATES): Mount['handle'] {
  return async (request, reply, services) => {
    const { access } = services
    const rate = access.rates.takeForNetwork(`oauth ${what}`, request.ip, RATES[what])
    request.requestContext!.rate = rate
    requireAllowed(rate)
    setRateHeaders(request, reply.raw, services)
    await forward(request, reply, services)
  }
}

async function forward(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> {
  fixHost(request.raw, services.baseUrl)
  // Before the hijack: if loading fails, the caller gets a problem response.
  await services.access.oauth.load()
  reply.hijack()
  const cause = { actor: 'visitor', requestId: request.id, address: request.ip }
  await services.access.oauth.handle(cause, request.raw, reply.raw)
}

function withFixedHost(handle: Mount['handle']): Mount['handle'] {
  return async (request, reply, services) => {
    fixHost(request.raw, services.baseUrl)
    await handle(request, reply, services)
  }
}

/** The provider builds URLs from these headers. Overwrite them, so that a request cannot forge them. */
function fixHost(request: IncomingMessage, baseUrl: string): void {
  const { host, protocol, pathname } = new URL(baseUrl)
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  Object.assign(request, { baseUrl: pathname === '/' ? '' : pathname })
}
