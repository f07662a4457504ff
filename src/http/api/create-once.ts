// A POST that creates something: once per Idempotency-Key, whatever the network does.
import { once } from '../../access/limits/idempotency.ts'
import type { Call, OperationResponse } from '../door/route.ts'

export async function createOnce(
  call: Call<unknown, unknown, unknown>,
  owner: string,
  what: string,
  work: Parameters<typeof once>[3],
): Promise<OperationResponse> {
  const { services, idempotencyKey } = call
  const request = { owner, key: idempotencyKey, request: `${what} ${JSON.stringify(call.body)}` }
  const { status, body, replayed } = await once(services.db, services.secrets, request, work)
  return { status, body, headers: replayed ? { 'idempotency-replayed': 'true' } : {} }
}
