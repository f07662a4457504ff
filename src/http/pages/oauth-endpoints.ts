// All OAuth 2.0 paths: the authorization server and the consent page.
import type { IncomingMessage } from 'node:http'
import { requireAllowed } from '../../access/limits/rate-limits.ts'
import type { Exchange } from '../server/exchange.ts'
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
  return async (exchange, services) => {
    const { access } = services
    const rate = access.rates.takeForNetwork(`oauth ${what}`, exchange.address, RATES[what])
    exchange.rate = rate
    requireAllowed(rate)
    setRateHeaders(exchange, services)
    await forward(exchange, services)
  }
}

async function forward(exchange: Exchange, services: Services): Promise<void> {
  fixHost(exchange.request, services.baseUrl)
  // If loading fails, the caller gets a problem response.
  await services.access.oauth.load()
  const cause = { actor: 'visitor', requestId: exchange.id, address: exchange.address }
  await services.access.oauth.handle(cause, exchange.request, exchange.handOver())
}

function withFixedHost(handle: Mount['handle']): Mount['handle'] {
  return async (exchange, services) => {
    fixHost(exchange.request, services.baseUrl)
    await handle(exchange, services)
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
