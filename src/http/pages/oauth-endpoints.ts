// OAuth 2.0 at the door: its paths on one screen, handed on to the authorization server; and the page that asks for consent.

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireAllowed } from '../../access/limits/rate-limits.ts'
import type { Mount } from '../door/mount.ts'
import { mount } from '../door/mount.ts'
import { setRateHeaders } from '../door/rate-headers.ts'
import type { Services } from '../door/services.ts'
import { decideConsent, showConsent } from './oauth-consent.ts'

/** Requests an address may make in a minute; those that write something for a stranger have few. */
const RATES = { ask: 60, token: 240, register: 5 } as const

const SERVER = 'the authorization server, by its protocol'
const PERSON = 'whoever is signed in, for themselves'

// biome-ignore format: a table is read by its columns
export const oauthMounts: readonly Mount[] = [
  mount(['GET'],              '/oauth/authorize',                        SERVER, rateLimited('ask')),
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

/** The server builds addresses out of these headers: they are ours, whatever the request says. */
function fixHost(request: IncomingMessage, baseUrl: string): void {
  const { host, protocol, pathname } = new URL(baseUrl)
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  Object.assign(request, { baseUrl: pathname === '/' ? '' : pathname })
}
