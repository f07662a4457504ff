// Attacks through webhook endpoints: create, update, ping, test, enable, redeliver, replay.
import type { Answer } from '../../target/requests.ts'
import { AccountDoor, requireControl } from './door.ts'
import { RECEIVER_NAME, RECEIVER_V6_NAME } from './names.ts'
import type { Target } from './targets.ts'

const ENDPOINTS = '/api/v1/webhooks/endpoints'
const DELIVERIES = '/api/v1/webhooks/deliveries'

export class WebhookDoor extends AccountDoor {
  readonly name = 'webhooks'
  #projectId = 0

  async control(): Promise<void> {
    const { key } = await this.firstAccount()
    const { body } = await this.attacker.send('GET', '/api/v1/projects?limit=1', { key })
    this.#projectId = body?.data?.[0]?.id ?? 1
    for (const name of [RECEIVER_NAME, RECEIVER_V6_NAME]) {
      const url = `https://${name}/hook-${this.attacker.unique()}`
      const created = await this.#create(key, url)
      const id = created.body?.data?.id
      const isPinged = await this.attacker.until(async () => (await this.#attempts(key, id)) > 0)
      requireControl(created.status === 201 && isPinged, `a webhook to ${name}`, created.text)
      const tested = await this.post(key, `${ENDPOINTS}/${id}/test`)
      const seen = this.listeners.takeReceived().filter((line) => line === `POST ${url}`)
      requireControl(seen.length >= 2, `a test of a webhook to ${name}`, tested.text)
      await this.attacker.send('DELETE', `${ENDPOINTS}/${id}`, { key })
    }
  }

  createStanding(key: string): Promise<Answer> {
    return this.#create(key, `https://${RECEIVER_NAME}/standing`)
  }

  async attack(target: Target): Promise<void> {
    const { key, standing } = this.nextAccount()
    const created = await this.#create(key, this.attacker.urlOf(target))
    if (created.status === 201) {
      this.attacker.countAccepted()
      await this.#useEndpoint(key, created.body.data.id)
      await this.attacker.send('DELETE', `${ENDPOINTS}/${created.body.data.id}`, { key })
    }
    const change = { url: this.attacker.urlOf(target) }
    const changed = await this.attacker.send('PATCH', `${ENDPOINTS}/${standing}`, { key, body: change })
    if (changed.status !== 200) return
    this.attacker.countAccepted()
    await this.post(key, `${ENDPOINTS}/${standing}/test`)
    await this.post(key, `${ENDPOINTS}/${standing}/enable`)
    const back = { url: `https://${RECEIVER_NAME}/standing` }
    await this.attacker.send('PATCH', `${ENDPOINTS}/${standing}`, { key, body: back })
  }

  /** Everything that sends to an endpoint that was accepted. */
  async #useEndpoint(key: string, id: string): Promise<void> {
    const { until } = this.attacker
    await until(async () => (await this.#attempts(key, id)) > 0)
    for (let i = 0; i < 2; i++) await this.post(key, `${ENDPOINTS}/${id}/test`)
    const replayed = await this.post(key, `${ENDPOINTS}/${id}/replay`, { since_sequence: 0 })
    const enabled = await this.post(key, `${ENDPOINTS}/${id}/enable`)
    const newest = (await this.#deliveries(key, id))[0]
    if (newest) {
      const again = await this.post(key, `${DELIVERIES}/${newest.id}/redeliver`)
      const isWaiting = again.status === 202 || (replayed.status === 202 && enabled.body?.data?.status === 'enabled')
      const before = newest.attempts_count
      if (isWaiting)
        await until(async () =>
          (await this.#deliveries(key, id)).every(
            (one) =>
              one.status !== 'leased' &&
              (one.id !== newest.id || one.attempts_count > before || one.next_attempt_at === null),
          ),
        )
    }
  }

  #create(key: string, url: string): Promise<Answer> {
    const filters = { project_ids: this.#projectId > 0 ? [this.#projectId] : [] }
    return this.post(key, ENDPOINTS, { url, event_types: ['project.*'], filters })
  }

  async #deliveries(key: string, id: string): Promise<Delivery[]> {
    const { body } = await this.attacker.send('GET', `${DELIVERIES}?endpoint_id=${id}&limit=50`, { key })
    return body?.data ?? []
  }

  async #attempts(key: string, id: string): Promise<number> {
    return (await this.#deliveries(key, id)).reduce((sum, { attempts_count }) => sum + attempts_count, 0)
  }
}

interface Delivery {
  readonly id: string
  readonly status: string
  readonly attempts_count: number
  readonly next_attempt_at: string | null
}
