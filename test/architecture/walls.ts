// The walls of the house: which room may import which, and the reader that finds breaches.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOMS = ['events', 'db', 'matcher', 'catalog', 'media', 'ingest', 'links', 'access', 'webhooks'] as const

/** room → what it may import. `type:` allows types only; a path allows that one file. Every row also has kernel, but matcher and client. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  matcher: [],
  db: [],
  events: ['db'],
  catalog: ['events', 'db', 'matcher'],
  media: ['events', 'db', 'matcher', 'type:catalog'],
  ingest: ['events', 'db', 'matcher', 'catalog', 'links'],
  links: ['events', 'db', 'matcher', 'catalog'],
  access: ['events', 'db'],
  webhooks: ['events', 'db'],
  demo: ['type:ingest', 'type:catalog'],
  // The contract shows the rooms' closed lists and record schemas as they are; of everything else it knows types only.
  contract: [
    'catalog/record-schemas',
    'catalog/status',
    'catalog/query/catalog-query',
    'events/event-types',
    'events/audit-log',
    'access/plans',
    'access/roles',
    ...ROOMS.map((room) => `type:${room}`),
  ],
  client: ['type:contract'],
  http: ['contract', ...ROOMS],
  mcp: ['contract', ...ROOMS],
  app: ['demo', 'http', 'mcp', 'contract', ...ROOMS],
  cli: ['app', 'contract', 'client', ...ROOMS],
  main: ['cli'],
}
const WITHOUT_KERNEL = ['matcher', 'client']
const WITHOUT_PACKAGES = ['matcher', 'client']

/** Imports and re-exports; the formatter keeps each on lines of its own, so a pattern reads them all. */
const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g

export function importsOf(source: string): { to: string; typesOnly: boolean }[] {
  const found = [...source.matchAll(STATEMENT)].map((match) => ({ to: match[2]!, typesOnly: match[1] !== undefined }))
  for (const match of source.matchAll(DYNAMIC)) found.push({ to: match[1]!, typesOnly: false })
  return found
}

/** `src/http/door/server.ts` → `http`; a file right in src is a room of its own. */
function roomOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, '')
}

export function breachesOf(file: string, source: string): string[] {
  const room = roomOf(file)
  const allowed = MAY_IMPORT[room]
  if (!allowed) return [`${file}: the room "${room}" is not in the table`]
  return importsOf(source).flatMap(({ to, typesOnly }) => {
    if (!to.startsWith('.')) return WITHOUT_PACKAGES.includes(room) ? [`${file} imports the package ${to}`] : []
    const target = relative('.', join(dirname(file), to)).replace(/\.(ts|mjs|js)$/, '')
    const targetRoom = roomOf(target)
    const may =
      targetRoom === room ||
      (targetRoom === 'kernel' && !WITHOUT_KERNEL.includes(room)) ||
      allowed.includes(targetRoom) ||
      allowed.includes(target) ||
      (typesOnly && allowed.includes(`type:${targetRoom}`))
    return may ? [] : [`${file} imports ${target}${typesOnly ? ' (types)' : ''}`]
  })
}

/** The portal talks to the API alone: of src it may know the client, and the contract's types. */
export function portalBreachesOf(file: string, source: string): string[] {
  return importsOf(source).flatMap(({ to, typesOnly }) => {
    const target = to.startsWith('.') ? relative('.', join('portal', dirname(file), to)) : ''
    if (!target.startsWith('src/')) return []
    const may = target.startsWith('src/client/') || (typesOnly && target.startsWith('src/contract/'))
    return may ? [] : [`portal/${file} imports ${target}${typesOnly ? ' (types)' : ''}`]
  })
}

export function sourceFiles(root: string): { file: string; source: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
}
