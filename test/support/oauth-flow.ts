// A signed-in person, a browser and an OAuth client, for OAuth tests.
import * as client from 'openid-client'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import { createApplication } from '../../src/access/oauth/clients.ts'
import { claimAddress } from '../../src/access/people/people.ts'
import type { Plan, Scope } from '../../src/access/rights/plans.ts'
import { SCOPES } from '../../src/access/rights/plans.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import type { TestServer } from './server.ts'

export const REDIRECT = 'https://app.example/callback'

/** A minimal browser: keeps cookies of one origin by name and path. */
export class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, { value: string; path: string }>()

  constructor(url: string) {
    this.#url = url
  }

  take(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const cut = pair.indexOf('=')
    const path = attributes.find((a) => a.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    const name = pair.slice(0, cut)
    const gone = attributes.some((a) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(a))
    if (gone) this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { value: `${name}=${pair.slice(cut + 1)}`, path })
  }

  forget(): void {
    this.#cookies.clear()
  }

  get cookies(): string[] {
    return [...this.#cookies.values()].map(({ value }) => value)
  }

  async open(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#url)
    const cookie = [...this.#cookies.values()]
      .filter((one) => url.pathname.startsWith(one.path))
      .map(({ value }) => value)
      .join('; ')
    const headers = { accept: 'text/html', ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.take(line)
    return response
  }

  /** Follows redirects within the service. */
  async follow(path: string): Promise<Response> {
    let response = await this.open(path)
    for (let hops = 0; hops < 10; hops++) {
      const to = response.headers.get('location')
      if (!to || new URL(to, this.#url).origin !== this.#url || to.startsWith('/sign-in')) return response
      await response.body?.cancel()
      response = await this.open(to)
    }
    throw new Error('too many redirects')
  }

  /** Presses a button on the consent page and returns the final redirect. */
  async decide(page: Response, decision: 'allow' | 'deny'): Promise<Response> {
    const html = await page.text()
    const token = /name="csrf_token" value="([^"]+)"/.exec(html)?.[1]
    if (!token) throw new Error(`no consent page: ${page.status} ${html.slice(-600)}`)
    const answer = await this.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({ csrf_token: token, decision }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.#url },
    })
    return this.follow(answer.headers.get('location')!)
  }
}

export interface Somebody {
  readonly personId: string
  readonly accountId: string
  readonly browser: Browser
}

/** A signed-in person with a new account. */
export async function somebody({ app }: TestServer, plan: Plan = 'pro'): Promise<Somebody> {
  const { db } = app.foundation
  const { access } = app.services
  const browser = new Browser(app.url)
  const made = await db.tx(async (tx) => {
    const account = await createAccount(tx, null, plan)
    const claim = { accountId: account.id, email: `${account.id.toLowerCase()}@example.com`, passwordHash: 'none' }
    const person = await claimAddress(tx, claim, SYSTEM, new Date())
    const { cookie } = await access.sessions.open(tx, person, account.id)
    browser.take(cookie)
    return { personId: person.id, accountId: account.id }
  })
  await access.directory.sync()
  return { ...made, browser }
}

/** The headers of a page of the signed-in person. */
export async function pageHeadersOf({ app, url }: TestServer, browser: Browser) {
  const { sessions } = app.services.access
  const cookie = browser.cookies.find((one) => one.startsWith('__Host-plinth_session='))!
  return { cookie, origin: url, 'x-csrf-token': sessions.csrfToken((await sessions.find(cookie))!) }
}

export interface AppOptions {
  readonly accountId: string
  readonly confidential?: boolean
  readonly redirectUris?: readonly string[]
  readonly scopes?: readonly Scope[]
}

interface Registered {
  readonly id: string
  readonly secret: string | null
}

export async function register(
  { app }: TestServer,
  { accountId, confidential = true, redirectUris = [REDIRECT], scopes = SCOPES }: AppOptions,
): Promise<Registered> {
  const { db, secrets } = app.foundation
  const input = { name: 'Test program', confidential, redirectUris, scopes }
  const made = await db.tx((tx) => createApplication(tx, secrets, accountId, input, SYSTEM, new Date()))
  return { id: made.client.id, secret: made.secret }
}

/** An application configured for openid-client by discovery. */
export async function application(
  server: TestServer,
  options: AppOptions,
): Promise<Registered & { config: client.Configuration }> {
  const made = await register(server, options)
  return { ...made, config: await discover(server.url, made.id, made.secret) }
}

export function discover(
  url: string,
  id: string,
  secret: string | null,
  fetching?: client.CustomFetch,
): Promise<client.Configuration> {
  const auth = secret === null ? client.None() : client.ClientSecretBasic(secret)
  return client.discovery(new URL(url), id, undefined, auth, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
    ...(fetching ? { [client.customFetch]: fetching } : {}),
  })
}

export interface Authorized {
  readonly callback: URL
  readonly verifier: string
  readonly state: string
}

export async function authorizeUrl(
  config: client.Configuration,
  parameters: Record<string, string> = {},
): Promise<{ url: URL; verifier: string; state: string }> {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'projects:read building_links:read',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  })
  return { url, verifier, state }
}

/** The complete flow: authorization request, consent, redirect. */
export async function authorize(
  browser: Browser,
  config: client.Configuration,
  parameters: Record<string, string> = {},
): Promise<Authorized> {
  const { url, verifier, state } = await authorizeUrl(config, parameters)
  const page = await browser.follow(url.href)
  const last = page.status === 200 ? await browser.decide(page, 'allow') : page
  return { callback: new URL(last.headers.get('location')!), verifier, state }
}

export function redeem(
  config: client.Configuration,
  { callback, verifier, state }: Authorized,
): ReturnType<typeof client.authorizationCodeGrant> {
  return client.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state })
}
