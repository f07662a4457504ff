// Checks that credentials, webhooks and the change feed of 0.1.0 continue on the new version.
import { signIn, tokenOf } from '../../target/people.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { check } from '../image/steps.ts'
import { must, Operator } from './api.ts'
import type { Filled } from './fill.ts'
import { SCOPE, WEBHOOKS } from './fill.ts'
import type { Reading } from './reading.ts'
import type { Receiver } from './receiver.ts'
import { IMPORTS } from './rows.ts'

const statusOf = async (url: string, key: string) => (await send(url, 'GET', '/api/v1/me', { key })).status

export async function checkCredentials(server: ServerProcess, filled: Filled): Promise<void> {
  const { url } = server
  const { keys, refused, person, application } = filled
  for (const [name, key] of Object.entries(keys))
    check((await statusOf(url, key)) === 200, `the key ${name} does not work`)
  for (const [name, key] of Object.entries(refused))
    check([401, 403].includes(await statusOf(url, key)), `the key ${name} works`)
  const { cookie } = await signIn(server, person.email)
  await must(url, 'GET', '/api/v1/sessions/current', { cookie })
  const token = await tokenOf(server, application, SCOPE)
  await must(url, 'GET', '/api/v1/projects?limit=1', { key: token })
}

/** A delivery that failed on 0.1.0 is sent again with the same id. */
export async function checkWebhooks({ url }: ServerProcess, filled: Filled, receiver: Receiver): Promise<void> {
  const key = filled.keys.elite!
  const path = `/api/v1/webhooks/deliveries?endpoint_id=${filled.failingEndpoint}`
  const { data } = (await must(url, 'GET', path, { key })).body
  const delivery = data.at(-1)
  check(delivery !== undefined, 'the delivery that failed is lost')
  receiver.failing.delete(WEBHOOKS.failing)
  await must(url, 'POST', `/api/v1/webhooks/deliveries/${delivery.id}/redeliver`, { key, body: {} })
  await receiver.event(WEBHOOKS.failing, ({ id }) => id === delivery.event_id)
  check(receiver.invalid === 0, `${receiver.invalid} signatures are not valid`)
}

export async function writeAfterUpgrade(server: ServerProcess): Promise<void> {
  const operator = new Operator(server)
  await operator.import(IMPORTS.afterUpgrade, 'after the upgrade')
  await operator.post('operator/keys', { plan: 'pro', email: 'later@customer.example' })
}

/** The feed and the webhooks continue where 0.1.0 stopped, without a gap. */
export async function checkContinuity(
  { url }: ServerProcess,
  filled: Filled,
  receiver: Receiver,
  before: Reading,
): Promise<void> {
  const feed = [...before].find(([name]) => name.startsWith('elite /changes'))![1]
  const { next_since } = feed.meta as { next_since: number }
  const key = filled.keys.elite!
  const since = async (position: number) =>
    (await must(url, 'GET', `/api/v1/changes?since=${position}&limit=1000`, { key })).body.data as {
      sequence: number
    }[]
  const [all, fresh] = [await since(0), await since(next_since)]
  check(fresh.length > 0 && fresh.every(({ sequence }) => sequence > next_since), 'no new events', fresh)
  const expected = (feed.data as unknown[]).length + fresh.length
  check(all.length === expected, `${all.length} events, not ${expected}`)
  const last = fresh.at(-1)!.sequence
  await receiver.event(WEBHOOKS.working, ({ sequence }) => sequence === last)
  // Pings have no number.
  const numbered = receiver
    .received(WEBHOOKS.working)
    .flatMap(({ sequence = 0, previous_sequence }) => (sequence > 0 ? [{ sequence, previous: previous_sequence }] : []))
  const events = [...new Map(numbered.map((event) => [event.sequence, event])).values()]
  events.sort((a, b) => a.sequence - b.sequence)
  for (const [i, event] of events.entries())
    if (i > 0) check(event.previous === events[i - 1]!.sequence, 'an event is missing before', event)
  check(receiver.invalid === 0, `${receiver.invalid} signatures are not valid`)
}
