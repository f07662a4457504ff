// Serves the portal: one HTML page for many paths, and the files in dist/portal.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { render } from 'preact-render-to-string'
import { z } from 'zod'
import { anyone } from '../../access/rights/policies.ts'
import { findBuilding } from '../../catalog/query/list-buildings.ts'
import { findProject, findRemoval, projectKey } from '../../catalog/query/list-projects.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { say } from '../../kernel/phrase.ts'
import { readAsset } from '../../kernel/tables/assets.ts'
import { etagOf } from '../server/etag.ts'
import { hasSessionCookie, pageLanguageOf } from '../server/page-language.ts'
import type { SerializedResponse } from '../server/response-cache.ts'
import type { AnyCall, Operation, Route } from '../server/route.ts'
import { pageOperation, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { HTML, SocialTags } from './page-layout.tsx'

const PAGES = { tag: 'Pages', policy: anyone } as const

/** Public pages. The playground puts addresses after `#`, which browsers do not send, so they never reach our logs. */
export const PORTAL_PATHS = [
  '/',
  '/sign-up',
  '/playground',
  '/explore',
  '/explore/{id}',
  '/buildings/{id}',
  '/coverage',
  '/plans',
  '/account',
  '/account/{tab}',
  '/account/{tab}/{id}',
] as const

/** Desk pages. They return 404 to people without a role. */
export const DESK_PATHS = ['/desk', '/desk/{tab}', '/desk/{tab}/{id}', '/desk/{tab}/{id}/{part}'] as const

interface PageTable {
  readonly sections: readonly { readonly pages: readonly PageRow[] }[]
  readonly other: readonly string[]
}

interface PageRow {
  readonly path: string
  readonly records?: boolean
  readonly also?: readonly string[]
}

/** The pages that exist. The portal draws its navigation from the same table. */
const KNOWN = knownPaths(readAsset<PageTable>('portal/pages.json'))

function knownPaths({ sections, other }: PageTable): ReadonlySet<string> {
  const rows = sections.flatMap(({ pages }) => pages)
  const paths = rows.flatMap(({ path, records, also = [] }) => [path, ...(records ? [`${path}/{id}`] : []), ...also])
  return new Set([...other, ...paths])
}

const folder = new URL('../../../dist/portal/', import.meta.url)
const FOREVER = 'public, max-age=31536000, immutable'
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Allows only our own scripts, styles and images; no inline script or style. */
export const PORTAL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
}

let files: ReadonlyMap<string, SerializedResponse> | undefined

/** Read and compressed once; a few megabytes in total. The build has compressed the larger files better. */
function portalFiles(): ReadonlyMap<string, SerializedResponse> {
  if (files) return files
  const names = readdirSync(folder)
  files = new Map(
    names
      .filter((name) => !name.endsWith('.br'))
      .map((name) => {
        const body = readFileSync(new URL(name, folder))
        const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
        const headers = { 'cache-control': FOREVER }
        // Fonts and pictures are compressed already.
        const gzipped = /\.(woff2|png)$/.test(name) ? {} : { gzipped: gzipSync(body, { level: 9 }) }
        const brotli = names.includes(`${name}.br`) ? { brotli: readFileSync(new URL(`${name}.br`, folder)) } : {}
        return [name, { body, type, headers, etag: etagOf(body), ...gzipped, ...brotli }]
      }),
  )
  return files
}

const shells = new Map<string, SerializedResponse>()

/** The page in one language, with its own ETag. With a session it starts in the frame of signed-in people. */
export function portalPage(language: Language, hasSession: boolean, baseUrl: string): SerializedResponse {
  const key = `${language} ${hasSession} ${baseUrl}`
  const built = shells.get(key)
  if (built) return built
  const source = portalFiles()
    .get('index.html')!
    .body.toString()
    .replace(/<meta property="og:image"[^>]*>/, render(SocialTags({ title: 'Plinth', baseUrl })))
    .replace('<div id="portal">', hasSession ? '<div id="portal" data-session>' : '$&')
  const body = Buffer.from(language === 'fr' ? inFrench(source) : source)
  const headers = { ...PORTAL_HEADERS, 'content-language': language }
  const shell = { body, type: HTML, headers, etag: etagOf(body), gzipped: gzipSync(body, { level: 9 }) }
  shells.set(key, shell)
  return shell
}

const IN_FRENCH: readonly (readonly [english: string, french: string])[] = [
  ['<html lang="en">', '<html lang="fr">'],
  ['Plinth finds the building of a Canadian listing.', 'Plinth trouve l’immeuble d’une inscription canadienne.'],
  [
    'This page needs JavaScript. The <a href="/docs/guides">guides</a> and the API work without it.',
    'Cette page a besoin de JavaScript. Les <a href="/docs/guides">guides</a> et l’API fonctionnent sans lui.',
  ],
]

/** Fails when the page's English text has changed without its French. */
export function inFrench(page: string): string {
  return IN_FRENCH.reduce((text, [english, french]) => {
    if (!text.includes(english)) throw new TypeError(`portal/index.html no longer has “${english}”`)
    return text.replace(english, french)
  }, page)
}

const PAGE = {
  ...PAGES,
  hidden: true,
  page: true,
  ignoresQuery: true,
  response: { status: 200, type: 'text/html' },
} as const

function paramsOf(path: string): z.ZodObject {
  return z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, z.string()])))
}

type PageParams = Readonly<Record<string, string | undefined>>

const pageNotFound = () => new Fault('route_not_found', { detail: 'Page not found. See /docs for the API reference.' })

type Holds = (snapshot: Snapshot, id: string) => boolean

const hasProject: Holds = (snapshot, id) => {
  const key = projectKey(id)
  return Boolean(findProject(snapshot, key) ?? findRemoval(snapshot, key))
}

/** Pages of single things. */
const THINGS: Readonly<Record<string, Holds>> = {
  '/explore/{id}': hasProject,
  '/buildings/{id}': (snapshot, id) => Boolean(findBuilding(snapshot, Number(id))),
}

/** The sandbox is for everyone; what else exists shows only to people whose data it is in. */
async function exists({ services, credentials }: AnyCall<Services>, holds: Holds, id: string): Promise<boolean> {
  const { access, catalog } = services
  if (holds(catalog.snapshot('sandbox'), id)) return true
  const session = await access.authenticator.findSession(credentials.cookie)
  return session !== null && holds(catalog.snapshot((await access.directory.principalOfSession(session)).dataset), id)
}

function publicPage(path: string): Operation {
  return pageOperation({
    ...PAGE,
    id: `page ${path}`,
    summary: 'Get a portal page',
    params: paramsOf(path),
    async handle(call) {
      const { tab = '', id } = call.params as PageParams
      if (!KNOWN.has(path.replace('{tab}', tab))) throw pageNotFound()
      const holds = THINGS[path]
      if (holds && !(await exists(call, holds, id!))) throw pageNotFound()
      return portalPage(await pageLanguageOf(call), hasSessionCookie(call.headers), call.services.baseUrl)
    },
  })
}

function deskPage(path: string): Operation {
  return pageOperation({
    ...PAGE,
    id: `page ${path}`,
    summary: 'Get a desk page',
    params: paramsOf(path),
    async handle({ services, credentials, params }) {
      const { tab = '' } = params as PageParams
      const session = await services.access.authenticator.findSession(credentials.cookie)
      if (!session?.person.role || !KNOWN.has(path.replace('{tab}', tab).replace(/\/\{id\}.*/, '')))
        throw pageNotFound()
      // The desk is English only.
      const { headers: _, ...shell } = portalPage('en', true, services.baseUrl)
      return { ...shell, headers: PORTAL_HEADERS }
    },
  })
}

const file = pageOperation({
  id: 'getPortalFile',
  ...PAGES,
  hidden: true,
  summary: 'Get a portal file',
  params: z.object({ name: z.string() }),
  response: { status: 200, type: 'application/octet-stream' },
  handle({ params }) {
    const found = params.name === 'index.html' ? undefined : portalFiles().get(params.name)
    return found ?? fileNotFound(params.name)
  },
})

const pageStyle = pageOperation({
  id: 'getPageStyle',
  ...PAGES,
  hidden: true,
  summary: 'Get the style sheet of server-rendered pages',
  response: { status: 200, type: 'text/css' },
  handle: () => ({ ...portalFiles().get('pages.css')!, headers: { 'cache-control': 'max-age=3600' } }),
})

function fileNotFound(name: string): never {
  throw new Fault('route_not_found', { detail: say`File ${name.slice(0, 100)} not found. Reload the page.` })
}

export const portalRoutes: readonly Route[] = [
  ...PORTAL_PATHS.map((path) => route('GET', path, publicPage(path))),
  ...DESK_PATHS.map((path) => route('GET', path, deskPage(path))),
  route('GET', '/portal/{name}', file),
  route('GET', '/pages.css', pageStyle),
]
