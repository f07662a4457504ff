// What inputs refer to: operations, tools, ids, pages and credentials of the attacked server.

import type { Random } from '../../shared/random.ts'
import type { Build } from '../../target/build.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { operationWeights } from './api-inputs.ts'
import { Credentials } from './credentials.ts'
import type { CredentialKind, Headers } from './input.ts'
import type { ApiDocument, Schema } from './openapi.ts'
import { apiDocument } from './openapi.ts'
import type { OpenForm } from './page-state.ts'
import { emailLinks, openConsents, signInForm } from './page-state.ts'
import type { KnownIds } from './valid-values.ts'

export interface Tool {
  readonly name: string
  readonly inputSchema: Schema
}

export interface Surroundings extends KnownIds {
  readonly document: ApiDocument
  readonly weights: Readonly<Record<string, number>>
  readonly tools: readonly Tool[]
  /** Files and pictures that the server has named. */
  readonly links: readonly string[]
  readonly credentials: Credentials
  readonly signInForm: OpenForm
  readonly consents: readonly OpenForm[]
  /** Kinds of ids that are known. */
  idKinds(): readonly string[]
  authorization(kind: CredentialKind, dice: Random): Headers
  /** Puts the port and folder of the run into a text. */
  readonly fill: (text: string) => string
  readonly resolve: ApiDocument['resolve']
}

/** Fields of responses that name objects. */
const NAMES = ['id', 'slug', 'key', 'file', 'name', 'version', 'number'] as const
const MAX_IDS = 200

export class ServerSurroundings implements Surroundings {
  readonly document: ApiDocument
  readonly weights: Readonly<Record<string, number>>
  readonly credentials: Credentials
  readonly fill: (text: string) => string
  tools: readonly Tool[] = []
  links: readonly string[] = ['/favicon.ico']
  signInForm: OpenForm = { path: '/sign-in', headers: [], token: 'none' }
  consents: readonly OpenForm[] = []
  readonly #server: ServerProcess
  readonly #ids = new Map<string, string[]>()

  constructor(build: Build, server: ServerProcess, options: { share: number; port: number; folder: string }) {
    this.document = apiDocument(build.openapi())
    this.weights = operationWeights(this.document.operations)
    this.#server = server
    this.credentials = new Credentials(server, options.share)
    this.fill = (text) =>
      text.replaceAll(/(\{|%7B)(port|folder)(\}|%7D)/g, (_, _open, name: string) =>
        name === 'port' ? String(options.port) : options.folder,
      )
  }

  get resolve(): ApiDocument['resolve'] {
    return this.document.resolve
  }

  idKinds(): readonly string[] {
    return [...this.#ids.keys(), 'none']
  }

  id(kind: string, dice: Random): string | undefined {
    // Always one draw, so that the rest of an input does not depend on what is known.
    const at = dice.next()
    const all = this.#ids.get(kind)
    return all && all.length > 0 ? all[Math.floor(at * all.length)] : undefined
  }

  authorization(kind: CredentialKind, dice: Random): Headers {
    return this.credentials.headers(kind, dice)
  }

  /** Looks again at what there is. Inputs delete objects, so this is repeated during a run. */
  async refresh(): Promise<void> {
    await this.credentials.renew()
    await this.#createObjects()
    this.#ids.clear()
    const readers: CredentialKind[] = ['elite', 'owner', 'operator']
    const lists = this.document.operations.filter(
      ({ method, path, id }) =>
        method === 'GET' && path.startsWith('/api/') && !path.includes('{') && !/export/i.test(id),
    )
    for (const { path } of lists)
      for (const kind of readers)
        for (const headers of this.credentials.all(kind).slice(0, 4)) {
          const answer = await this.#get(path, headers)
          if (answer.status === 200) this.#collect(path.split('/').at(-1)!, answer.body)
        }
    await this.#collectDetails()
    await this.#listTools()
    await this.#findLinks()
    await this.#openForms()
  }

  #get(path: string, headers: Headers) {
    return send(this.#server.url, 'GET', path, { headers: Object.fromEntries(headers) })
  }

  /** One object of every kind that customers create, for the accounts whose ids are collected. */
  async #createObjects(): Promise<void> {
    const hook = this.fill('http://127.0.0.1:{port}/hook')
    const { body: known } = await this.#get('/api/v1/projects?limit=5', this.credentials.all('elite')[0] ?? [])
    const home = `1203 - ${known?.data?.[0]?.address ?? '1480 Howe St'}, ${known?.data?.[0]?.city ?? 'Vancouver'}`
    const bodies: readonly (readonly [string, string, unknown])[] = [
      ['POST', '/api/v1/webhooks/endpoints', { url: hook, event_types: ['*'] }],
      ['POST', '/api/v1/oauth/applications', { name: 'Fuzz' }],
      ['POST', '/api/v1/api-keys', { name: 'Fuzz', scopes: ['projects:read'] }],
      ['POST', '/api/v1/feeds', { kind: 'csv', name: 'Fuzz' }],
      ['PUT', '/api/v1/listings/C7012345', { address: '1480 Howe St', city: 'Vancouver' }],
      ['PUT', '/api/v1/listings/a.b:c-d_1', { address: '88 Scott St, Toronto' }],
      // A second listing of one home, and of one building.
      ['PUT', '/api/v1/listings/W5550001', { address: home, status: 'sold' }],
      ['PUT', '/api/v1/listings/W5550002', { address: home, status: 'active' }],
      ['POST', '/api/v1/building-links/feedback', { address: '1480 Howe St', verdict: 'wrong' }],
      ['POST', '/api/v1/sandbox/events', { type: 'project.created' }],
    ]
    for (const headers of [...this.credentials.all('elite').slice(0, 4), ...this.credentials.all('owner').slice(0, 2)])
      for (const [method, path, body] of bodies)
        await send(this.#server.url, method, path, { body, headers: Object.fromEntries(headers) })
  }

  #collect(kind: string, value: unknown): void {
    if (value === null || typeof value !== 'object') return
    const fields = value as Record<string, unknown>
    for (const name of NAMES) {
      const id = fields[name]
      if (typeof id === 'string' || typeof id === 'number') this.#add(kind, String(id))
    }
    if (typeof fields.address === 'string' && typeof fields.city === 'string')
      this.#add('addresses', `${fields.address}, ${fields.city}`)
    for (const [name, one] of Object.entries(fields)) {
      if (/cursor/.test(name) && typeof one === 'string') this.#add('cursors', one)
      if (typeof one === 'string' && one.startsWith(`${this.#server.url}/media/`))
        this.#add('media-links', one.slice(this.#server.url.length))
      if (Array.isArray(one)) for (const item of one) this.#collect(kind, item)
      else this.#collect(kind, one)
    }
  }

  #add(kind: string, id: string): void {
    const all = this.#ids.get(kind) ?? []
    if (all.length < MAX_IDS && !all.includes(id)) all.push(id)
    this.#ids.set(kind, all)
  }

  /** Ids that only the detail of another object has. */
  async #collectDetails(): Promise<void> {
    const operator = this.credentials.all('operator')[0]!
    for (const id of (this.#ids.get('projects') ?? []).slice(0, 10)) {
      const detail = await this.#get(`/api/v1/desk/projects/${encodeURIComponent(id)}`, operator)
      this.#collect('corrections', detail.body?.data?.corrections)
      this.#collect('merges', detail.body?.data?.merges)
    }
    const media = await this.#get('/api/v1/media?limit=50', this.credentials.all('elite')[0] ?? operator)
    this.#collect('media', media.body)
  }

  async #listTools(): Promise<void> {
    const elite = this.credentials.all('elite')[0] ?? []
    const { body, text } = await send(this.#server.url, 'POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { ...Object.fromEntries(elite), accept: 'application/json, text/event-stream' },
    })
    const answer = body ?? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
    this.tools = answer.result?.tools ?? []
  }

  async #openForms(): Promise<void> {
    this.signInForm = await signInForm(this.#server)
    for (const [kind, token] of await emailLinks(this.#server)) this.#add(kind, token)
    this.consents = await openConsents(this.#server, this.credentials.application)
  }

  async #findLinks(): Promise<void> {
    const links = new Set(this.#ids.get('media-links') ?? [])
    for (const path of ['/', '/docs', '/sign-in', '/docs/guides', '/docs/errors']) {
      const { text } = await send(this.#server.url, 'GET', path, { headers: { accept: 'text/html' } })
      for (const [, link] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g)) links.add(link!)
    }
    this.links = [...links, '/favicon.ico'].slice(0, 1000)
    // `/docs/guides/listings` is a name for the path `/docs/guides/{x}`.
    for (const link of links) {
      const [kind = '', name = ''] = link.split(/[?#]/)[0]!.split('/').slice(-2)
      if (kind && name) this.#add(kind, name)
    }
  }
}
