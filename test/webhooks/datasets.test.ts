// Endpoints of the sandbox and of production: each hears its own dataset.
import { expect, it } from 'vitest'
import { changeAccount } from '../../src/access/accounts/accounts.ts'
import type { Database } from '../../src/db/database.ts'
import type { Dataset } from '../../src/events/event-types.ts'
import { forEachDatabase } from '../support/databases.ts'
import { draft } from './drafts.ts'
import {
  answered,
  enabledEndpoint,
  newAccount,
  ownerOf,
  publish,
  START,
  senderOf,
  settle,
  TestClock,
  webhooksOn,
} from './stage.ts'

const AT = new Date(START)
const DAY = 86_400_000

function stageOf(db: Database) {
  const clock = new TestClock()
  /** Each event as `<host> <project>`. */
  const heard: string[] = []
  const sender = senderOf(async ({ url, body }) => {
    const message = JSON.parse(body)
    for (const event of message.type === 'batch' ? message.data.events : [message])
      heard.push(`${new URL(url).hostname.split('.')[0]} ${event.data.resource.id}`)
    return answered(url.includes('gone') ? 410 : 200)
  })
  const webhooks = webhooksOn(db, sender, { clock })
  const endpoint = (accountId: string, name: string, dataset: Dataset, maxBatch = 1) =>
    enabledEndpoint(db, webhooks, accountId, `https://${name}.example/`, maxBatch, dataset)
  const turn = async () => {
    clock.ms += 2000
    await settle(db, webhooks, clock.ms)
    return heard.splice(0).sort()
  }
  return { clock, webhooks, endpoint, turn }
}

const updated = (...ids: number[]) => ids.map((id) => draft('project.updated', id))

forEachDatabase('webhook endpoints', (open) => {
  it('hear only the dataset of the credential that created them: alone, in batches and in a replay', async () => {
    const db = await open()
    const { webhooks, endpoint, turn } = stageOf(db)
    const account = await newAccount(db, 'pro')
    await endpoint(account.id, 'live', 'production')
    const test = await endpoint(account.id, 'test', 'sandbox')
    await endpoint(account.id, 'batch', 'sandbox', 10)
    await publish(db, updated(1, 2), AT, 'production')
    await publish(db, updated(3), AT, 'sandbox')
    expect(await turn()).toEqual(['batch 3', 'live 1', 'live 2', 'test 3'])
    const deliveries = await db.query.selectFrom('webhook_deliveries').select(['plan', 'endpoint_id']).execute()
    expect(deliveries.filter(({ endpoint_id }) => endpoint_id === test)).toMatchObject([{ plan: 'sandbox' }])
    await webhooks.replay(ownerOf(account, 'sandbox'), test, 0)
    expect(await turn()).toEqual(['test 3'])
  })

  it('replay no further back than the days of the plan', async () => {
    const db = await open()
    const { clock, webhooks, endpoint, turn } = stageOf(db)
    const account = await newAccount(db, 'sandbox')
    const id = await endpoint(account.id, 'test', 'sandbox')
    await publish(db, updated(1), AT, 'sandbox')
    clock.ms += 8 * DAY
    await expect(webhooks.replay(ownerOf(account, 'sandbox'), id, 0, 7)).rejects.toThrow(/replayed for 7 days/)
    await webhooks.replay(ownerOf(account, 'sandbox'), id, 0, 400)
    expect(new Set(await turn())).toEqual(new Set(['test 1']))
  })

  it('of production get nothing while their account is on the sandbox plan', async () => {
    const db = await open()
    const { endpoint, turn } = stageOf(db)
    const account = await newAccount(db, 'pro')
    await endpoint(account.id, 'live', 'production')
    await endpoint(account.id, 'test', 'sandbox')
    await db.tx((tx) => changeAccount(tx, account.id, { plan: 'sandbox' }))
    await publish(db, updated(1), AT, 'production')
    await publish(db, updated(2), AT, 'sandbox')
    expect(await turn()).toEqual(['test 2'])
  })

  it('announce a disabled endpoint to the endpoints of its own dataset', async () => {
    const db = await open()
    const { endpoint, turn } = stageOf(db)
    const account = await newAccount(db, 'pro')
    const gone = await endpoint(account.id, 'gone', 'sandbox')
    await publish(db, updated(1), AT, 'sandbox')
    await endpoint(account.id, 'live', 'production')
    await endpoint(account.id, 'test', 'sandbox')
    expect(await turn()).toEqual(['gone 1', `test ${gone}`])
  })
})
