// Client methods for addresses.
import type * as api from './api-types.ts'
import { at } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

export function addresses(transport: Transport) {
  return {
    /** Standardizes up to 1,000 addresses. Works on every plan, finds no building and costs no lookup. */
    parse: (items: readonly api.AddressToParse[], options?: CallOptions) =>
      transport.json<api.ParsedAddresses>('POST', at('addresses', 'parse'), { ...options, body: { addresses: items } }),
  }
}
