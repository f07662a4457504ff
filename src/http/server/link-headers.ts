// Headers that lead on: to the next page of a list, to what was created, and away from what will be removed.
import type { Exchange } from './exchange.ts'
import type { Deprecation, NextPage, OperationResponse, Route } from './route.ts'

/** Undefined on the last page, and for what is no list. */
export function nextPageOf({ body, type, meta: ofText }: OperationResponse): NextPage | undefined {
  const meta = type === undefined ? (body as Pick<OperationResponse, 'meta'> | undefined)?.meta : ofText
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
  const other = exchange.header('link')
  exchange.setHeader('link', `${other === undefined ? '' : `${other}, `}<${path}?${values}>; rel="next"`)
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

/** An operation works for at least this long after it is deprecated. */
export const NOTICE_DAYS = 180

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Deprecation (RFC 9745), Sunset (RFC 8594) and a link to the reason. */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${timeOf(since) / 1000}`,
    sunset: new Date(timeOf(sunset)).toUTCString(),
    link: '</docs/versioning>; rel="deprecation"; type="text/html"',
  }
}
