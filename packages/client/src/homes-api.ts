// Client methods for homes: one unit of one building with its listings over time.
import type * as api from './api-types.ts'
import { at, pages } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

export function homes(transport: Transport) {
  return {
    /** By building and unit. `iterate` yields every home of all pages. */
    ...pages<api.HomesQuery, api.Home, api.HomePage>(transport, at('homes')),
    get: (id: string, options?: CallOptions) => transport.data<api.Home>('GET', at('homes', id), options),
  }
}
