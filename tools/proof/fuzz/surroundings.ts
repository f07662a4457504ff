// What inputs refer to: operations, tools, ids, pages and credentials of the attacked server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../shared/random.ts'
import type { Build } from '../../target/build.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { operationWeights } from './api-inputs.ts'
import { Credentials } from './credentials.ts'
import WORLD from './data/world.json' with { type: 'json' }
import type { CredentialKind, Headers, HttpInput } from './input.ts'
import type { ApiDocument, Schema } from './openapi.ts'
import { apiDocument, withItems } from './openapi.ts'
import type { OpenForm } from './page-state.ts'
import { emailLinks, openConsents, signInForm } from './page-state.ts'
import type { KnownIds } from './valid-values.ts'
import { sendValidWrites } from './valid-writes.ts'

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
  /** The credential that has seen an id. */
  holder(id: string): Headers | undefined
  /** The version of what has an id, for If-Match. */
  version(id: string): number | undefined
  /** A value that an answer to a known request had, or the first id of a kind. */
  known(name: string): string | undefined
  keep(name: string, value: string): void
  /** The second pages of lists. */
  readonly nextPages: readonly HttpInput[]
  /** Kinds of ids that are known. */
  idKinds(): readonly string[]
  authorization(kind: CredentialKind, dice: Random): Headers
  /** Puts the port and folder of the run into a text. */
  readonly fill: (text: string) => string
  readonly resolve: ApiDocument['resolve']
}

/** Fields of responses that name objects. A `name` does it only without them. */
const NAMES = ['id', 'slug', 'key', 'file', 'version', 'number'] as const
/** Whose ids are collected, and how many of them. */
const READERS: readonly (readonly [CredentialKind, number])[] = [
  ['elite', 2],
  ['owner', 2],
  ['operator', 1],
]
/** Who makes the objects of data/world.json. */
const MAKERS: Readonly<Record<string, readonly (readonly [CredentialKind, number])[]>> = {
  account: [
    ['elite', 2],
    ['owner', 2],
  ],
  operator: [['operator', 1]],
  sandbox: [['sandbox', 1]],
}
const nextPage = (operation: string, path: string, authorization: Headers): HttpInput => ({
  ...{ kind: 'api', method: 'GET', path, headers: [], body: undefined, credential: 'elite', authorization, operation },
})
type Made = readonly [maker: string, method: string, path: string, body: object]
const MAX_IDS = 200

interface WorldOptions {
  /** Of the usual number of accounts and writes; a short run needs fewer. */
  readonly share: number
  /** Of a listener that takes webhooks and answers feeds. */
  readonly port: number
  /** For files that the server reads. */
  readonly folder: string
}

export class ServerSurroundings implements Surroundings {
  readonly document: ApiDocument
  readonly weights: Readonly<Record<string, number>>
  readonly credentials: Credentials
  readonly fill: (text: string) => string
  tools: readonly Tool[] = []
  links: readonly string[] = ['/favicon.ico']
  signInForm: OpenForm = { path: '/sign-in', headers: [], token: 'none' }
  consents: readonly OpenForm[] = []
  nextPages: readonly HttpInput[] = []
  readonly #build: Build
  readonly #server: ServerProcess
  readonly #options: WorldOptions
  readonly #ids = new Map<string, string[]>()
  readonly #holders = new Map<string, Headers>()
  readonly #versions = new Map<string, number>()
  readonly #kept = new Map<string, string>()
  #isMade = false

  constructor(build: Build, server: ServerProcess, options: WorldOptions) {
    this.#build = build
    this.#options = options
    for (const [name, rows] of Object.entries(WORLD.files))
      writeFileSync(
        join(options.folder, name),
        typeof rows === 'string' ? rows : rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      )
    this.document = withItems(apiDocument(build.openapi()))
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

  holder(id: string): Headers | undefined {
    return this.#holders.get(id)
  }

  version(id: string): number | undefined {
    return this.#versions.get(id)
  }

  known(name: string): string | undefined {
    // The newest link of an email works.
    return this.#kept.get(name) ?? this.#ids.get(name)?.at(name.endsWith('-token') ? -1 : 0)
  }

  keep(name: string, value: string): void {
    this.#kept.set(name, value)
  }

  authorization(kind: CredentialKind, dice: Random): Headers {
    return this.credentials.headers(kind, dice)
  }

  /** Looks again at what there is. Inputs delete objects, so this is repeated during a run. */
  async refresh(): Promise<void> {
    await this.credentials.renew()
    await this.#createObjects()
    this.#ids.clear()
    const lists = this.document.operations.filter(
      ({ method, path, id }) =>
        method === 'GET' && path.startsWith('/api/') && !path.includes('{') && !/export/i.test(id),
    )
    const nextPages: HttpInput[] = []
    for (const { path, id } of lists)
      for (const headers of READERS.flatMap(([kind, count]) => this.credentials.all(kind).slice(0, count))) {
        const answer = await this.#get(path, headers)
        if (answer.status === 200) this.#collect(path.split('/').at(-1)!, answer.body, headers)
        const cursor = (await this.#get(`${path}?limit=1`, headers)).body?.meta?.next_cursor
        if (typeof cursor === 'string') nextPages.push(nextPage(id, `${path}?limit=1&cursor=${cursor}`, headers))
      }
    this.nextPages = nextPages
    await this.#collectDetails()
    await this.#listTools()
    await this.#findLinks()
    await this.#openForms()
  }

  #get(path: string, headers: Headers) {
    return send(this.#server.url, 'GET', path, { headers: Object.fromEntries(headers) })
  }

  /** Objects of every kind, for the accounts whose ids are collected. */
  async #createObjects(): Promise<void> {
    const { share, port, folder } = this.#options
    const { body: known } = await this.#get('/api/v1/projects?limit=5', this.credentials.all('elite')[0] ?? [])
    const place: string = known?.data?.[0]?.address ?? '1480 Howe St, Vancouver'
    const today = new Date().toISOString().slice(0, 10)
    const words = {
      ...{ place, 'place-url': encodeURIComponent(place), today, run: String(Date.now()), url: this.#server.url },
      many: Array.from({ length: 600 }, (_, i) => i + 1).join(','),
      codes: Array<string>(101).fill('M5V').join(','),
    }
    for (const [name, value] of Object.entries(words)) this.keep(name, value)
    if (!this.#isMade) await this.#saveExports()
    const once = this.#isMade ? [] : WORLD.once
    for (const [maker, method, path, body] of [...once, ...WORLD.objects] as readonly unknown[] as readonly Made[])
      for (const headers of MAKERS[maker]!.flatMap(([kind, count]) => this.credentials.all(kind).slice(0, count))) {
        const text = this.fill(JSON.stringify(body)).replace('{place}', place)
        await send(this.#server.url, method, path, { body: JSON.parse(text), headers: Object.fromEntries(headers) })
      }
    if (!this.#isMade)
      await sendValidWrites(this.#build, this.#server, this.credentials, {
        ...{ folder, share, ping: `http://127.0.0.1:${port}/ping` },
      })
    this.#isMade = true
  }

  /** The first import ends the demonstration, so that it is imported again, as the data of another server. */
  async #saveExports(): Promise<void> {
    const elite = this.credentials.all('elite')[0] ?? []
    for (const name of ['projects', 'floor-plans', 'units', 'media']) {
      const { text } = await this.#get(`/api/v1/exports/${name}.ndjson`, elite)
      writeFileSync(join(this.#options.folder, `${name}.ndjson`), text)
    }
  }

  #collect(kind: string, value: unknown, holder: Headers): void {
    if (value === null || typeof value !== 'object') return
    const fields = value as Record<string, unknown>
    const isName = (one: unknown) => typeof one === 'string' || typeof one === 'number'
    const names = NAMES.map((name) => fields[name]).filter(isName)
    for (const name of names.length > 0 ? names : [fields.name].filter(isName)) this.#add(kind, String(name), holder)
    if (typeof fields.id === 'string' && typeof fields.version === 'number')
      this.#versions.set(fields.id, fields.version)
    if (typeof fields.address === 'string')
      this.#add('addresses', [fields.address, fields.city ?? []].flat().join(', '), holder)
    for (const [name, one] of Object.entries(fields)) {
      if (/cursor/.test(name) && typeof one === 'string') this.#add('cursors', one, holder)
      const url =
        typeof one === 'string' && one.startsWith(`${this.#server.url}/`) ? one.slice(this.#server.url.length) : ''
      if (url.startsWith('/media/')) this.#add('media-links', url, holder)
      if (url.startsWith('/api/')) this.#add(url.split('/').at(-2)!, url.split('/').at(-1)!, holder)
      // Lists in a record are objects of their own kind.
      const own = name === 'data' || !Array.isArray(one) ? kind : name.replaceAll('_', '-')
      for (const item of [one].flat()) this.#collect(own, item, holder)
    }
  }

  #add(kind: string, id: string, holder: Headers): void {
    const all = this.#ids.get(kind) ?? []
    if (all.length < MAX_IDS && !all.includes(id)) all.push(id)
    this.#ids.set(kind, all)
    if (holder.length > 0 && !this.#holders.has(id)) this.#holders.set(id, holder)
  }

  /** Ids that only the detail of another object has. */
  async #collectDetails(): Promise<void> {
    const operator = this.credentials.all('operator')[0]!
    for (const id of this.#ids.get('projects') ?? []) {
      const detail = await this.#get(`/api/v1/desk/projects/${encodeURIComponent(id)}`, operator)
      this.#collect('none', { ...detail.body?.data, id: undefined }, operator)
    }
    const elite = this.credentials.all('elite')[0] ?? operator
    for (const path of ['media?limit=50', 'exports'])
      this.#collect(path.split('?')[0]!, (await this.#get(`/api/v1/${path}`, elite)).body, elite)
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
    for (const [kind, token] of await emailLinks(this.#server)) this.#add(kind, token, [])
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
      if (kind && name) this.#add(kind, name, [])
    }
  }
}
