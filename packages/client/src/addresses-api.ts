// Client methods for addresses.
import type { AddressToParse, ParsedAddresses } from './api-types.ts'
import type { CallOptions, Transport } from './transport.ts'

export function addresses(transport: Transport) {
  return {
    /** Standardizes up to 1,000 addresses. Works on every plan, finds no building and costs no lookup. */
    parse(items: readonly AddressToParse[], options?: CallOptions): Promise<ParsedAddresses> {
      return transport.json('POST', '/api/v1/addresses/parse', { ...options, body: { addresses: items } })
    },
  }
}
