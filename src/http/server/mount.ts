// Passes paths to another handler, such as the OAuth server, without reading the body.
import type { Exchange } from './exchange.ts'
import { setRateHeaders } from './rate-headers.ts'
import { BODY_LIMIT, limitBodyTime } from './read-body.ts'
import { inspectUrl } from './request-checks.ts'
import { recordRequest } from './send-response.ts'
import type { Services } from './services.ts'

export interface Mount {
  readonly methods: readonly string[]
  readonly path: string
  /** For metrics: method and path. */
  readonly name: string
  /** The handler authenticates callers itself. */
  readonly policy: { readonly who: 'mounted'; readonly decides: string }
  /** Reads the body itself, within its own limits. An error thrown before the response becomes a problem response. */
  readonly handle: (exchange: Exchange, services: Services) => Promise<void>
}

export function mount(methods: readonly string[], path: string, decides: string, handle: Mount['handle']): Mount {
  return { methods, path, name: `${methods[0]} ${path}`, policy: { who: 'mounted', decides }, handle }
}

export async function runMount(row: Mount, exchange: Exchange, services: Services): Promise<void> {
  exchange.mount = row
  exchange.queryValues = inspectUrl(exchange, BODY_LIMIT)
  limitBodyTime(exchange)
  setRateHeaders(exchange, services)
  const { response } = exchange
  const record = () => recordRequest(exchange, response.statusCode, services)
  response.once('finish', record)
  try {
    await row.handle(exchange, services)
  } catch (error) {
    response.off('finish', record)
    throw error
  }
}
