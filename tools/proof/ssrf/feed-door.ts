// Attacks through feeds: try, create, update and run, by URL and by token URL.
import type { Answer } from '../../target/requests.ts'
import { AccountDoor, requireControl } from './door.ts'
import { RECEIVER_NAME } from './names.ts'
import type { Target } from './targets.ts'

const FEEDS = '/api/v1/feeds'

const credentialsAt = (token_url: string) => ({
  ...{ kind: 'client_credentials', client_id: 'id', client_secret: 'secret' },
  token_url,
})

export class FeedDoor extends AccountDoor {
  readonly name = 'feeds'

  async control(): Promise<void> {
    const { key, standing } = await this.firstAccount()
    this.listeners.takeReceived()
    const n = this.attacker.unique()
    const [url, tokenUrl] = [`https://${RECEIVER_NAME}/feed-${n}`, `https://${RECEIVER_NAME}:8443/token-${n}`]
    const tried = await this.post(key, `${FEEDS}/try`, { kind: 'reso', url, auth: credentialsAt(tokenUrl) })
    const file = await this.post(key, `${FEEDS}/try`, { kind: 'csv', url })
    const seen = this.listeners.takeReceived()
    const has = (start: string) => seen.some((line) => line.startsWith(start))
    requireControl(has(`GET ${url}/Property`), 'a feed', tried.text)
    requireControl(has(`POST ${tokenUrl}`), 'the token request of a feed', tried.text)
    requireControl(seen.includes(`GET ${url}`), 'a feed of the kind csv', file.text)
    requireControl(await this.#run(key, standing), 'a run of a feed', '')
  }

  createStanding(key: string): Promise<Answer> {
    return this.post(key, FEEDS, { ...ALLOWED, every_seconds: 86_400 })
  }

  async attack(target: Target): Promise<void> {
    const { key, standing } = this.nextAccount()
    const hostile = () => this.attacker.urlOf(target)
    await this.post(key, `${FEEDS}/try`, { kind: 'reso', url: hostile() })
    await this.post(key, `${FEEDS}/try`, { kind: 'csv', url: hostile() })
    await this.post(key, `${FEEDS}/try`, { ...ALLOWED, auth: credentialsAt(hostile()) })
    const created = await this.post(key, FEEDS, { kind: 'reso', url: hostile(), every_seconds: 86_400 })
    if (created.status === 201) {
      this.attacker.countAccepted()
      for (let i = 0; i < 2; i++) await this.#run(key, created.body.data.id)
      await this.attacker.send('DELETE', `${FEEDS}/${created.body.data.id}`, { key })
    }
    let isChanged = false
    for (const change of [{ url: hostile() }, { url: ALLOWED.url, auth: credentialsAt(hostile()) }]) {
      const changed = await this.attacker.send('PATCH', `${FEEDS}/${standing}`, { key, body: change })
      if (changed.status !== 200) continue
      this.attacker.countAccepted()
      isChanged = true
      await this.#run(key, standing)
    }
    const back = { url: ALLOWED.url, auth: { kind: 'none' } }
    if (isChanged) await this.attacker.send('PATCH', `${FEEDS}/${standing}`, { key, body: back })
  }

  /** Runs a feed and waits for the end of the run. */
  async #run(key: string, id: string): Promise<boolean> {
    const lastRun = async (): Promise<string | null> => {
      const { body } = await this.attacker.send('GET', `${FEEDS}/${id}`, { key })
      return body?.data?.is_running ? null : (body?.data?.last_run_at ?? null)
    }
    // The run that began by itself ends first.
    await this.attacker.until(async () => (await lastRun()) !== null)
    const before = await lastRun()
    await this.post(key, `${FEEDS}/${id}/run`)
    return this.attacker.until(async () => {
      const last = await lastRun()
      return last !== null && last !== before
    })
  }
}

const ALLOWED = { kind: 'reso', url: `https://${RECEIVER_NAME}/odata` }
