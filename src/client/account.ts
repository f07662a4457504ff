// Accounts and their keys.
import type { Account, ApiKey, NewApiKey, NewApiKeyRequest, RotationRequest } from '../contract/types.ts'
import type { CallOptions, Transport } from './transport.ts'

const KEYS = '/api/v1/api-keys'

export function accounts(transport: Transport) {
  return {
    /** A sandbox account and its key, which is shown this once. */
    async create(body: { email: string }, options?: CallOptions): Promise<{ account: Account; api_key: NewApiKey }> {
      type Made = { data: { account: Account; api_key: NewApiKey } }
      return (await transport.json<Made>('POST', '/api/v1/accounts', { ...options, body })).data
    },
  }
}

export function apiKeys(transport: Transport) {
  const make = async (path: string, body: object, options: CallOptions | undefined): Promise<NewApiKey> =>
    (await transport.json<{ data: NewApiKey }>('POST', path, { ...options, body })).data
  return {
    async list(options?: CallOptions): Promise<ApiKey[]> {
      return (await transport.json<{ data: ApiKey[] }>('GET', KEYS, options)).data
    },
    create: (request: NewApiKeyRequest = {}, options?: CallOptions) => make(KEYS, request, options),
    /** A new key for an old one, which goes on for `overlap_seconds`. */
    rotate: (id: string, request: RotationRequest = {}, options?: CallOptions) =>
      make(`${KEYS}/${encodeURIComponent(id)}/rotate`, request, options),
    async revoke(id: string, options?: CallOptions): Promise<ApiKey> {
      return (await transport.json<{ data: ApiKey }>('DELETE', `${KEYS}/${encodeURIComponent(id)}`, options)).data
    },
  }
}
