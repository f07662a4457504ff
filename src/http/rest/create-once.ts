// Makes a POST create its record only once per Idempotency-Key.
import type { Idempotency } from '../../access/idempotency.ts'
import type { AnyCall, OperationResponse } from '../server/route.ts'

export async function createOnce(
  call: AnyCall,
  owner: string,
  action: string,
  work: Parameters<Idempotency['once']>[1],
): Promise<OperationResponse> {
  const { services, idempotencyKey } = call
  const request = { owner, key: idempotencyKey, request: `${action} ${JSON.stringify(call.body)}` }
  const { status, body, replayed } = await services.access.idempotency.once(request, work)
  return { status, body, headers: replayed ? { 'idempotency-replayed': 'true' } : {} }
}
