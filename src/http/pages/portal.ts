// The portal: pages made in the browser from files that the build left in dist/portal. One page, many paths; its data comes from the API.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { anyone } from '../../access/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { etagOf } from '../door/etag.ts'
import type { SerializedResponse } from '../door/response-cache.ts'
import type { Operation, Route } from '../door/route.ts'
import { operation, route } from '../door/route.ts'
import { HTML } from './html.ts'

/** Paths of pages for everybody. What stands behind `#` never leaves the browser: an address that is tried is in no log of ours. */
export const PORTAL_PATHS = [
  '/',
  '/sign-up',
  '/playground',
  '/explore',
  '/explore/{id}',
  '/plans',
  '/account',
  '/account/{tab}',
  '/account/{tab}/{id}',
] as const

/** Paths of the desk: to whoever has no role there is nothing here. */
export const DESK_PATHS = ['/desk', '/desk/{tab}', '/desk/{tab}/{id}', '/desk/{tab}/{id}/{part}'] as const

const folder = new URL('../../../dist/portal/', import.meta.url)
const FOREVER = 'public, max-age=31536000, immutable'
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
}

/** Scripts, styles and pictures of our own, and nothing else; no inline script or style of any kind. */
export const PORTAL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
}

let files: ReadonlyMap<string, SerializedResponse> | undefined

/** All of them, read and compressed once: a few megabytes. */
function portalFiles(): ReadonlyMap<string, SerializedResponse> {
  files ??= new Map(
    readdirSync(folder).map((name) => {
      const body = readFileSync(new URL(name, folder))
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      const headers = { 'cache-control': FOREVER }
      return [name, { body, type, headers, etag: etagOf(body), gzipped: gzipSync(body, { level: 9 }) }]
    }),
  )
  return files
}

function page(): SerializedResponse {
  const { body, etag, gzipped } = portalFiles().get('index.html')!
  return { body, type: HTML, headers: PORTAL_HEADERS, etag, ...(gzipped ? { gzipped } : {}) }
}

const PAGE = {
  tag: 'Pages',
  policy: anyone,
  hidden: true,
  page: true,
  ignoresQuery: true,
  response: { status: 200, type: 'text/html' },
} as const

function paramsOf(path: string): z.ZodObject {
  return z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, z.string()])))
}

function publicPage(path: string): Operation {
  return operation({
    ...PAGE,
    id: `page ${path}`,
    summary: 'A page of the portal',
    params: paramsOf(path),
    handle: page,
  })
}

function deskPage(path: string): Operation {
  return operation({
    ...PAGE,
    id: `page ${path}`,
    summary: 'A page of the desk',
    params: paramsOf(path),
    async handle({ services, credentials }) {
      const session = await services.access.authenticator.findSession(credentials.cookie)
      if (!session?.person.role) throw new Fault('route_not_found', { detail: 'There is nothing here; see /docs.' })
      return page()
    },
  })
}

const file = operation({
  id: 'getPortalFile',
  tag: 'Pages',
  policy: anyone,
  hidden: true,
  summary: 'A file of the portal, named by its content',
  params: z.object({ name: z.string() }),
  response: { status: 200, type: 'application/octet-stream' },
  handle({ params }) {
    const found = params.name === 'index.html' ? undefined : portalFiles().get(params.name)
    return found ?? fileNotFound(params.name)
  },
})

const pageStyle = operation({
  id: 'getPageStyle',
  tag: 'Pages',
  policy: anyone,
  hidden: true,
  summary: 'The style sheet of the pages that the server draws itself',
  response: { status: 200, type: 'text/css' },
  handle: () => ({ ...portalFiles().get('pages.css')!, headers: { 'cache-control': 'max-age=3600' } }),
})

function fileNotFound(name: string): never {
  throw new Fault('route_not_found', { detail: `There is no file ${name.slice(0, 100)} here; load the page again.` })
}

export const portalRoutes: readonly Route[] = [
  ...PORTAL_PATHS.map((path) => route('GET', path, publicPage(path))),
  ...DESK_PATHS.map((path) => route('GET', path, deskPage(path))),
  route('GET', '/portal/{name}', file),
  route('GET', '/pages.css', pageStyle),
]
