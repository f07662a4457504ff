// Credentials of every kind on the attacked server. Inputs may end them; they are then made again.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlanName } from '../target/operator.ts'
import { createKey, operatorSend } from '../target/operator.ts'
import type { Answer } from '../target/requests.ts'
import { send } from '../target/requests.ts'
import type { ServerProcess } from '../target/server-process.ts'
import type { Dice } from './dice.ts'
import type { CredentialKind, Headers } from './input.ts'
import { CREDENTIALS } from './input.ts'

/** An older build may not have what sends it. */
const MAIL_MS = 20_000
const PASSWORD = 'a long passphrase for the fuzz'

/** Rate limits are per account, so fast plans need several accounts. */
const COUNTS: Readonly<Record<CredentialKind, number>> = {
  none: 0,
  garbage: 0,
  operator: 0,
  sandbox: 20,
  starter: 4,
  pro: 40,
  elite: 60,
  token: 10,
  owner: 6,
  developer: 2,
  viewer: 2,
  curator: 3,
  'operator session': 2,
}

const GARBAGE: readonly Headers[] = [
  [['Authorization', 'Bearer pl_live_00000000000000000000000000000000000000']],
  [['Authorization', 'Bearer pl_at_00000000000000000000000000000000000000']],
  [['Authorization', 'Bearer x']],
  [['Authorization', 'Bearer  ']],
  [['Authorization', 'Basic YTpi']],
  [['Authorization', 'Digest a=b']],
  [['Authorization', `Bearer ${'a'.repeat(5000)}`]],
  [['Authorization', 'Bearer \u00ff\u00fe']],
  [['Cookie', '__Host-plinth_session=pl_sess_0000000000000000000000000000000000000000000']],
  [['Cookie', '__Host-plinth_session=%00']],
]

export interface Application {
  readonly id: string
  readonly secret: string
}

export class Credentials {
  readonly #server: ServerProcess
  readonly #share: number
  readonly #made = new Map<CredentialKind, Headers[]>()
  /** The account or person whose secret it is, by secret. */
  readonly owners = new Map<string, string>()
  application: Application = { id: 'none', secret: 'none' }
  #people = 0

  /** `share`: of the usual number of accounts; a short run needs fewer. */
  constructor(server: ServerProcess, share: number) {
    this.#server = server
    this.#share = share
  }

  /** Makes what is missing or no longer works. A kind that the build does not have stays empty. */
  async renew(): Promise<void> {
    for (const kind of CREDENTIALS) {
      const wanted = Math.ceil(COUNTS[kind] * this.#share)
      const all = this.#made.get(kind) ?? []
      const works = await Promise.all(all.map((headers) => this.#works(headers)))
      const kept = all.filter((_, i) => works[i])
      while (kept.length < wanted) {
        const made = await this.#make(kind)
        if (!made) break
        kept.push(made)
      }
      this.#made.set(kind, kept)
    }
    this.owners.set(this.#server.operatorKey(), 'operator')
  }

  headers(kind: CredentialKind, dice: Dice): Headers {
    if (kind === 'garbage') return dice.pick(GARBAGE)
    if (kind === 'operator') return bearer(this.#server.operatorKey())
    const all = this.#made.get(kind) ?? []
    return all.length === 0 ? [] : dice.pick(all)
  }

  all(kind: CredentialKind): readonly Headers[] {
    return kind === 'operator' ? [bearer(this.#server.operatorKey())] : (this.#made.get(kind) ?? [])
  }

  async #works(headers: Headers): Promise<boolean> {
    const { status } = await send(this.#server.url, 'GET', '/api/v1/me', { headers: Object.fromEntries(headers) })
    return status === 200 || status === 429 || status === 503
  }

  async #make(kind: CredentialKind): Promise<Headers | undefined> {
    switch (kind) {
      case 'sandbox':
      case 'starter':
      case 'pro':
      case 'elite':
        return bearer(this.#owned(await this.#key(kind), kind))
      case 'token':
        return this.#token()
      case 'owner':
        return this.#signIn(await this.#person())
      case 'curator':
        return this.#staff('curator')
      case 'operator session':
        return this.#staff('operator')
      case 'viewer':
      case 'developer':
        return this.#member(kind)
      default:
        return undefined
    }
  }

  /** Inputs may have suspended the account of a new key; that is found at the next renewal. */
  async #key(plan: PlanName): Promise<string> {
    return (await createKey(this.#server, plan)).key
  }

  #owned(secret: string, of: string): string {
    this.owners.set(secret, `${of} ${this.owners.size}`)
    return secret
  }

  async #token(): Promise<Headers | undefined> {
    const key = await this.#key('elite')
    const made = await send(this.#server.url, 'POST', '/api/v1/oauth/applications', { key, body: { name: 'Fuzz' } })
    const { id, client_secret: secret } = made.body?.data ?? {}
    if (!secret) return undefined
    this.application = { id, secret }
    const answer = await send(this.#server.url, 'POST', '/oauth/token', {
      body: 'grant_type=client_credentials',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'x-forwarded-for': `10.9.${this.#people++ % 250}.1`,
      },
    })
    const token = answer.body?.access_token
    return token ? bearer(this.#owned(token, 'token')) : undefined
  }

  /** An owner with a verified email address. */
  async #person(): Promise<string> {
    const key = await this.#key('elite')
    const email = this.#newEmail()
    const body = { email, password: PASSWORD }
    await send(this.#server.url, 'POST', '/api/v1/people', { key, body, headers: this.#network() })
    const token = await this.#mailed(email)
    if (token) await this.#post('/api/v1/people/verify', { token, password: PASSWORD })
    return email
  }

  async #member(role: 'viewer' | 'developer'): Promise<Headers | undefined> {
    const owner = await this.#signIn(await this.#person())
    if (!owner) return undefined
    const email = this.#newEmail()
    await this.#post('/api/v1/invitations', { email, account_role: role }, owner)
    const token = await this.#mailed(email)
    if (!token) return undefined
    await this.#post('/api/v1/invitations/accept', { token, password: PASSWORD })
    return this.#signIn(email)
  }

  async #staff(role: 'curator' | 'operator'): Promise<Headers | undefined> {
    const email = await this.#person()
    const session = await this.#session(email)
    const id = session?.body?.data?.person?.id
    if (!id) return undefined
    await operatorSend(this.#server, 'PATCH', `/api/v1/operator/people/${id}`, { role })
    return this.#signIn(email)
  }

  #session(email: string): Promise<Answer> {
    return this.#post('/api/v1/sessions', { email, password: PASSWORD })
  }

  async #signIn(email: string): Promise<Headers | undefined> {
    const { body, headers } = await this.#session(email)
    const cookie = String([headers['set-cookie']].flat()[0] ?? '').split(';')[0]!
    if (!body?.data?.csrf_token) return undefined
    this.#owned(cookie.slice(cookie.indexOf('=') + 1), email)
    this.#owned(body.data.csrf_token, email)
    return [
      ['Cookie', cookie],
      ['Origin', this.#server.url],
      ['X-CSRF-Token', body.data.csrf_token],
    ]
  }

  #post(path: string, body: unknown, headers: Headers = []): Promise<Answer> {
    return send(this.#server.url, 'POST', path, {
      body,
      headers: { ...this.#network(), ...Object.fromEntries(headers) },
    })
  }

  #newEmail(): string {
    this.#people += 1
    return `person-${this.#people}-${process.pid}@example.test`
  }

  #network(): Record<string, string> {
    this.#people += 1
    return { 'x-forwarded-for': `10.8.${Math.floor(this.#people / 250) % 250}.${this.#people % 250}` }
  }

  /** The token of the email to the address, which may be written a moment after the response. */
  async #mailed(email: string): Promise<string | undefined> {
    for (const until = Date.now() + MAIL_MS; Date.now() < until; await sleep(20)) {
      const file = join(this.#server.dataDir, 'mail.txt')
      const mail = existsSync(file) ? readFileSync(file, 'utf8') : ''
      const at = mail.lastIndexOf(`To: ${email}`)
      const token = at < 0 ? undefined : /pl_mail_[0-9A-Za-z]+/.exec(mail.slice(at))?.[0]
      if (token) return token
    }
    return undefined
  }
}

function bearer(secret: string): Headers {
  return [['Authorization', `Bearer ${secret}`]]
}
