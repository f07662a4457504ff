// Tells clients where the next page of a list is, and where what they created is.
import type { Exchange } from './exchange.ts'
import type { OperationResponse, Route } from './route.ts'

export interface ListMeta {
  readonly has_more?: boolean
  readonly next_cursor?: string | null
  readonly next_since?: number | string
}

/** The parameter that leads to the next page, and its value; a list that is read by number needs none. */
export type NextPage = readonly [name: string, value: string] | 'page'

/** Undefined on the last page, and for what is no list. */
export function nextPageOf({ body, type, meta: ofText }: OperationResponse): NextPage | undefined {
  const meta = type === undefined ? (body as { readonly meta?: ListMeta } | undefined)?.meta : ofText
  if (meta?.has_more !== true) return undefined
  if (meta.next_cursor) return ['cursor', meta.next_cursor]
  return meta.next_since === undefined ? 'page' : ['since', String(meta.next_since)]
}

export function setNextLink(exchange: Exchange, next: NextPage): void {
  const [path, query] = exchange.url.split('?', 2)
  const values = new URLSearchParams(query)
  if (values.has('page') || values.has('per_page')) values.set('page', String(Number(values.get('page') ?? 1) + 1))
  else if (next === 'page') return
  else values.set(...next)
  exchange.setHeader('link', `<${path}?${values}>; rel="next"`)
}

/** Of a route that creates records which another route returns by their id. */
export function createsRecords({ method, path }: Route, routes: readonly Route[]): boolean {
  const isRecord = new RegExp(`^${path.replaceAll(/[{}]/g, '\\$&')}/\\{\\w+\\}$`)
  return method === 'POST' && routes.some((other) => other.method === 'GET' && isRecord.test(other.path))
}

export function setLocation(exchange: Exchange, { status, body }: OperationResponse): void {
  const id = (body as { readonly data?: { readonly id?: unknown } } | undefined)?.data?.id
  if (status !== 201 || (typeof id !== 'string' && typeof id !== 'number')) return
  exchange.setHeader('location', `${exchange.url.split('?', 1)[0]}/${encodeURIComponent(id)}`)
}
