// Makes the requests of rows: credentials, encodings, and the tokens of forms.
import type { Answer, SendOptions } from '../../../target/requests.ts'
import { send } from '../../../target/requests.ts'
import type { CrashSession } from '../session.ts'
import type { Caller, Variables, WriteRow } from './rows.ts'
import { fill, THINGS } from './rows.ts'

/** `key`, or `cookie` and `csrf`; other variables are for all rows. */
export type Callers = Readonly<Partial<Record<Caller, Variables>>>

export interface PreparedRequest {
  readonly method: string
  readonly path: string
  readonly options: SendOptions
}

export class RowRequests {
  readonly #session: CrashSession
  readonly #callers: Callers

  constructor(session: CrashSession, callers: Callers) {
    this.#session = session
    this.#callers = callers
  }

  /** Undefined if a variable is missing. */
  path(template: string, variables: Variables): string | undefined {
    return fill(template, variables, encodeURIComponent)
  }

  #credential(as: Caller, variables: Variables): { headers: Record<string, string>; key: string | undefined } {
    const { key, cookie, csrf } = as === 'self' ? variables : (this.#callers[as] ?? {})
    const headers = this.#session.fromElsewhere()
    if (as === 'client')
      headers.authorization = `Basic ${Buffer.from(`${variables.id}:${variables.secret}`).toString('base64')}`
    if (key === undefined && cookie !== undefined && as !== 'nobody')
      Object.assign(headers, { cookie, origin: this.#session.url, ...(csrf && { 'x-csrf-token': csrf }) })
    return { headers, key: as === 'nobody' || as === 'client' ? undefined : key }
  }

  read(path: string, as: Caller, variables: Variables): Promise<Answer> {
    return this.#session.readWith(path, this.#credential(as, variables))
  }

  /** Undefined if a variable is missing, or the page has no form. */
  async request(row: WriteRow, variables: Variables): Promise<PreparedRequest | undefined> {
    const [method, template] = (row.send ?? row.operation).split(' ') as [string, string]
    const path = this.path(template, variables)
    const body = fill(row.body, variables)
    if (path === undefined || (body === undefined && row.body !== undefined)) return undefined
    const { headers, key } = this.#credential(row.as, variables)
    if (row.match) {
      const { reads } = THINGS[row.on!]!
      const { etag } = (await this.read(this.path(reads[0]!, variables)!, row.as, variables)).headers
      headers['if-match'] = String(etag)
    }
    if (row.encoding === undefined) return { method, path, options: { key, headers, body } }
    const type = row.encoding === 'bytes' ? 'application/octet-stream' : 'application/x-www-form-urlencoded'
    const encoded = { ...headers, 'content-type': type }
    if (row.encoding === 'bytes') return { method, path, options: { key, headers: encoded, body } }
    const fields = { ...(body as Record<string, string>) }
    if (row.encoding === 'form')
      return { method, path, options: { headers: encoded, body: new URLSearchParams(fields).toString() } }
    const form = await this.#openForm(path, headers)
    if (form === undefined) return undefined
    const { cookie, token } = form
    const options = { ...encoded, cookie, origin: this.#session.url }
    const text = new URLSearchParams({ ...fields, csrf_token: token }).toString()
    return { method, path: form.path, options: { headers: options, body: text } }
  }

  /** The page with the form, after redirects such as those to the consent page. */
  async #openForm(
    start: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ path: string; cookie: string; token: string } | undefined> {
    const { url } = this.#session
    const cookies = new Map([['', headers.cookie ?? '']])
    for (let path = start, hops = 0; hops < 10; hops++) {
      const cookie = [...cookies.values()].filter(Boolean).join('; ')
      const page = await send(url, 'GET', path, { headers: { ...headers, cookie } })
      for (const one of cookiesOf(page)) cookies.set(one.split('=')[0]!, one)
      const token = /name="csrf_token" value="([^"]+)"/.exec(page.text)?.[1]
      if (token !== undefined) return { path, cookie: [...cookies.values()].filter(Boolean).join('; '), token }
      if (page.headers.location === undefined) return undefined
      const to = new URL(String(page.headers.location), url)
      path = to.pathname + to.search
    }
    return undefined
  }
}

const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]!)

export const cookieOf = (answer: Answer) => cookiesOf(answer)[0]
