// Changes on one node and the time until the other one answers accordingly.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../target/operator.ts'
import type { Pair, Seen } from './pair.ts'
import { ask, everywhere, timeUntil } from './pair.ts'

export type Change = (pair: Pair, round: number) => Promise<Seen>

const ok = (answer: { status: number; text: string }, what: string) => {
  if (answer.status >= 300 || answer.status === 0)
    throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
}

/** A key works on the other node, is revoked on the first, and is refused on the other. */
const revoke: Change = async (pair) => {
  const { key, id } = await createKey(pair.first, 'elite')
  const statusThere = async () => (await ask(pair.other, 'GET', '/api/v1/me', { key })).status
  await timeUntil(() => everywhere(pair.other, async () => (await statusThere()) === 200))
  ok(await ask(pair.first, 'DELETE', `/api/v1/api-keys/${id}`, { key }), 'revoke')
  // 429: too many attempts with an invalid key.
  return timeUntil(() => everywhere(pair.other, async () => [401, 429].includes(await statusThere())))
}

const planChange: Change = async (pair) => {
  const { key, accountId } = await createKey(pair.first, 'starter')
  const planThere = async () => (await ask(pair.other, 'GET', '/api/v1/me', { key })).body?.data?.plan
  const operator = { key: pair.first.operatorKey(), body: { plan: 'elite' } }
  await timeUntil(() => everywhere(pair.other, async () => (await planThere()) !== undefined))
  ok(await ask(pair.first, 'PATCH', `/api/v1/operator/accounts/${accountId}`, operator), 'plan change')
  return timeUntil(() => everywhere(pair.other, async () => (await planThere()) === 'elite'))
}

const STREET = 'Osprey Crescent'
const rowsOf = (round: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      key: `k${i}`,
      name: `Osprey ${i}`,
      address: `${i * 2 + 5} ${STREET}`,
      city: 'Toronto',
      province: 'ON',
      price_from: 500_000 + round,
    }),
  ).join('\n')

export async function importRows(pair: Pair, round: number): Promise<void> {
  const file = join(pair.run.folder, `rows-${round}.ndjson`)
  writeFileSync(file, `${rowsOf(round, 12)}\n`)
  const body = { file, source: 'proof' }
  const answer = await ask(pair.first, 'POST', '/api/v1/operator/imports', { key: pair.first.operatorKey(), body })
  ok(answer, 'import')
  const end = JSON.parse(answer.text.trim().split('\n').at(-1)!)
  if (end.error || end.data === undefined) throw new Error(`import: ${answer.text.slice(-300)}`)
}

const publish: Change = async (pair, round) => {
  const { key } = await createKey(pair.first, 'elite')
  const versionOf = async (node = pair.other) =>
    (await ask(node, 'GET', '/api/v1/dataset', { key })).body?.data?.version
  const before = await versionOf(pair.first)
  await importRows(pair, round)
  return timeUntil(() =>
    everywhere(pair.other, async () => {
      const now = await versionOf()
      return now !== undefined && now !== before
    }),
  )
}

/** A curator confirms an address on the first node; the other node answers `verified`. */
const decide: Change = async (pair, round) => {
  const { key } = await createKey(pair.first, 'elite')
  const address = `#${100 + round} - ${5 + 2 * (round % 12)} ${STREET}, toronto`
  const methodThere = async () => {
    const path = `/api/v1/building-links?address=${encodeURIComponent(address)}`
    return (await ask(pair.other, 'GET', path, { key })).body?.data?.[0]?.match_method
  }
  await timeUntil(async () => (await methodThere()) !== undefined)
  const operatorKey = pair.first.operatorKey()
  ok(
    await ask(pair.first, 'POST', '/api/v1/building-links/feedback', { key, body: { address, verdict: 'confirm' } }),
    'feedback',
  )
  const queue = await ask(pair.first, 'GET', '/api/v1/desk/queue', { key: operatorKey })
  const found = queue.body?.data?.find((one: { query?: { address?: string }; address?: string }) =>
    JSON.stringify(one).includes(address.slice(0, 12)),
  )
  if (!found) throw new Error(`the case of "${address}" is not in the queue: ${queue.text.slice(0, 300)}`)
  const path = `/api/v1/desk/cases/${found.id}`
  const seen = await ask(pair.first, 'GET', path, { key: operatorKey })
  const headers = { 'if-match': String(seen.headers.etag ?? '') }
  ok(
    await ask(pair.first, 'POST', `${path}/decide`, { key: operatorKey, body: { verdict: 'accept' }, headers }),
    'decide',
  )
  return timeUntil(() => everywhere(pair.other, async () => (await methodThere()) === 'verified'))
}

/** In this order: the decision is about an imported building. */
export const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ['revoked key', revoke],
  ['changed plan', planChange],
  ['import', publish],
  ['decision', decide],
]
