// The import rules: which room and which folder may import which, and the checks for them.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOMS = [
  'events',
  'db',
  '@plinth/matcher',
  'catalog',
  'addresses',
  'media',
  'ingest',
  'links',
  'listings',
  'feeds',
  'files',
  'access',
  'requests',
  'webhooks',
] as const

const SCHEMAS = 'http/*-schemas.ts'
const isSchema = (file: string): boolean => /^http\/(?:.+-(?:schemas?|query)|api-types)\.ts$/.test(file)

/**
 * `type:` allows types only; a path allows that one file. Every room may also import kernel. A package of Plinth is allowed
 * with its internal modules.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  db: [],
  events: ['db'],
  catalog: ['events', 'db', '@plinth/matcher'],
  addresses: ['@plinth/matcher', 'catalog'],
  media: ['events', 'db', '@plinth/matcher', 'type:catalog'],
  ingest: ['events', 'db', '@plinth/matcher', 'catalog', 'addresses', 'links', 'type:webhooks'],
  links: ['events', 'db', '@plinth/matcher', 'catalog'],
  listings: ['events', 'db', '@plinth/matcher', 'catalog', 'links', 'webhooks/delete-event-payloads', 'type:access'],
  feeds: ['events', 'db', '@plinth/matcher', 'listings', 'webhooks/sender/guarded-sender'],
  // Decoding of text, which imports share.
  files: [
    'events',
    'db',
    '@plinth/matcher',
    'links',
    'type:catalog',
    'ingest/files/text-encoding',
    'ingest/record/draft',
  ],
  access: ['events', 'db'],
  requests: ['db', 'access/rights/plans', 'access/rights/principal', 'type:access'],
  webhooks: ['events', 'db'],
  demo: ['type:ingest', 'type:catalog'],
  // Schemas expose the rooms' closed lists and record schemas unchanged. They use only types of everything else.
  [SCHEMAS]: [
    'http',
    'addresses/address-types',
    'catalog/records/record-schemas',
    'catalog/records/status',
    'catalog/records/unit-labels',
    'catalog/query/catalog-query',
    'events/event-patterns',
    'catalog/suggest/suggestion-kinds',
    'events/event-types',
    'events/audit-log',
    'listings/link-change',
    'listings/listing-key',
    'feeds/feed-tables',
    'feeds/read/feed-problem',
    'feeds/read/field-mapping',
    'access/emails/email-kinds',
    'access/emails/quiet-hours',
    'files/file-tables',
    'files/row-query',
    'files/read/file-format',
    'files/read/file-problem',
    'access/rights/account-roles',
    'access/rights/plans',
    'access/rights/roles',
    ...ROOMS.map((room) => `type:${room}`),
  ],
  // What the package exports besides the server.
  client: ['@plinth/client'],
  matcher: ['@plinth/matcher'],
  http: [...ROOMS],
  mcp: ['http', ...ROOMS],
  app: ['demo', 'http', 'mcp', ...ROOMS],
  cli: ['app', 'http', '@plinth/client', ...ROOMS],
  main: ['cli'],
}

/** room → folder → folders of the same room it may import, types included. `.` is the room's own files. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  catalog: {
    '.': ['snapshot', 'files'],
    files: ['snapshot', 'records'],
    history: ['snapshot', 'records'],
    query: ['snapshot', 'records', 'area'],
    area: ['snapshot'],
    suggest: ['query', 'snapshot', 'records'],
    snapshot: ['records'],
    records: [],
  },
  links: { desk: ['.'], '.': [] },
  listings: { relink: ['.', 'homes'], '.': ['homes'], homes: [] },
  feeds: { '.': ['read'], read: [] },
  files: { '.': ['read'], read: [] },
  webhooks: { '.': ['sender'], sender: [] },
  access: {
    '.': ['accounts', 'credentials', 'emails', 'limits', 'oauth', 'people', 'rights'],
    accounts: ['credentials', 'rights'],
    people: ['emails', 'limits', 'oauth', 'rights'],
    emails: ['rights'],
    oauth: ['credentials', 'limits', 'rights'],
    credentials: ['rights'],
    limits: ['rights'],
    rights: [],
  },
  cli: {
    '.': ['bulk', 'doctor', 'match', 'functions', 'service', 'operate', 'fit', 'terminal'],
    bulk: ['match', 'terminal'],
    doctor: ['match', 'terminal'],
    functions: ['match'],
    fit: ['match', 'terminal'],
    operate: ['terminal'],
    service: ['match', 'terminal'],
    match: ['terminal'],
    terminal: [],
  },
  ingest: {
    '.': ['import', 'open-sources', 'publish', 'versions', 'sources'],
    'open-sources': ['import', 'publish', 'sources', 'formats', 'read', 'files'],
    import: ['publish', 'versions', 'people', 'sources', 'quality', 'rows', 'formats', 'read', 'files', 'record'],
    edits: ['publish', 'rows', 'join', 'overrides', 'read', 'record'],
    people: ['open-data'],
    sources: ['formats', 'read', 'record'],
    publish: ['rows', 'join', 'overrides', 'versions', 'record'],
    versions: [],
    rows: ['join', 'record'],
    overrides: ['join', 'record'],
    join: ['record'],
    quality: ['record'],
    // The list of all formats.
    formats: ['open-data', 'rolls', 'read', 'files', 'record'],
    'open-data': ['rolls', 'read', 'files', 'record'],
    rolls: ['read', 'files', 'record'],
    read: ['files', 'record'],
    files: ['record'],
    record: [],
  },
  matcher: {
    '.': ['keys', 'decide', 'compare', 'index', 'read', 'types'],
    keys: ['compare', 'index', 'read', 'text', 'gazetteer', 'types'],
    fit: ['decide', 'compare', 'index', 'types'],
    decide: ['compare', 'index', 'read', 'text', 'gazetteer', 'types'],
    compare: ['index', 'read', 'text', 'gazetteer', 'types'],
    index: ['read', 'text', 'gazetteer', 'types'],
    read: ['text', 'gazetteer', 'types'],
    text: ['gazetteer'],
    gazetteer: [],
    types: [],
  },
  http: {
    '.': [
      'account',
      'addresses',
      'buildings',
      'dataset',
      'desk',
      'feeds',
      'files',
      'links',
      'listings',
      'operator',
      'pages',
      'projects',
      'reference',
      'sources',
      'suggest',
      'system',
      'webhooks',
      'rest',
      'server',
    ],
    reference: ['links', 'pages', 'webhooks', 'rest', 'server', 'french'],
    system: ['dataset', 'rest', 'server'],
    dataset: ['buildings', 'projects', 'sources', 'webhooks', 'rest', 'server', 'french'],
    webhooks: ['buildings', 'files', 'listings', 'projects', 'rest', 'server', 'french'],
    feeds: ['listings', 'rest', 'server', 'french'],
    files: ['rest', 'server', 'french'],
    listings: ['addresses', 'links', 'projects', 'rest', 'server', 'french'],
    operator: ['account', 'addresses', 'links', 'rest', 'server'],
    desk: ['addresses', 'links', 'projects', 'suggest', 'rest', 'server'],
    buildings: ['projects', 'rest', 'server', 'french'],
    projects: ['sources', 'rest', 'server'],
    links: ['addresses', 'rest', 'server', 'french'],
    account: ['rest', 'server', 'french'],
    addresses: ['rest', 'server'],
    sources: ['rest', 'server'],
    suggest: ['rest', 'server'],
    pages: ['rest', 'server', 'french'],
    // What the resources share.
    rest: ['server'],
    server: ['french'],
    french: [],
  },
}

/** The formatter puts every import and re-export on its own lines, so a pattern finds them all. */
const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g

export function importsOf(source: string): { to: string; typesOnly: boolean }[] {
  const found = [...source.matchAll(STATEMENT)].map((match) => ({ to: match[2]!, typesOnly: match[1] !== undefined }))
  for (const match of source.matchAll(DYNAMIC)) found.push({ to: match[1]!, typesOnly: false })
  return found
}

/** `http/server/server.ts` → `http`; a file directly in src is its own room. */
function roomOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, '')
}

/** `http/server/server.ts` → `server`; `http/routes.ts` → `.` */
function folderOf(file: string): string {
  const [, folder = '.', ...rest] = file.split('/')
  return rest.length === 0 ? '.' : folder
}

function targetOf(file: string, to: string): string {
  return relative('.', join(dirname(file), to))
}

export function violationsOf(file: string, source: string): string[] {
  const room = isSchema(file) ? SCHEMAS : roomOf(file)
  const allowed = MAY_IMPORT[room]
  if (!allowed) return [`${file}: the room "${room}" is not in the table`]
  return importsOf(source).flatMap(({ to, typesOnly }) => {
    const [ownPackage] = /^@plinth\/\w+/.exec(to) ?? []
    if (!to.startsWith('.') && !ownPackage) return []
    const target = ownPackage ?? targetOf(file, to).replace(/\.(ts|mjs|js)$/, '')
    const targetRoom = ownPackage ?? roomOf(target)
    const isAllowed =
      targetRoom === room ||
      targetRoom === 'kernel' ||
      allowed.includes(targetRoom) ||
      allowed.includes(target) ||
      (typesOnly && allowed.includes(`type:${targetRoom}`))
    return isAllowed ? [] : [`${file} imports ${target}${typesOnly ? ' (types)' : ''}`]
  })
}

/** The build writes the types of the API out for the client. */
const WRITTEN_OUT = 'client/api-types.ts'

/** A package of Plinth imports only itself: it has no dependencies, and browsers run it. `file` is `matcher/read/unit.ts`. */
export function packageViolationsOf(file: string, source: string): string[] {
  return importsOf(source)
    .filter(({ to, typesOnly }) => {
      if (file === WRITTEN_OUT && typesOnly && to === '../../../src/http/api-types.ts') return false
      return !to.startsWith('.') || roomOf(targetOf(file, to)) !== roomOf(file)
    })
    .map(({ to }) => `packages/${file} imports ${to}`)
}

/** Imports between folders of one room that its row in FOLDERS does not allow. */
export function folderViolationsOf(file: string, source: string): string[] {
  const folders = FOLDERS[roomOf(file)]
  if (!folders) return []
  const folder = folderOf(file)
  const allowed = folders[folder]
  if (!allowed) return [`${file}: the folder "${folder}" is not in the table`]
  return importsOf(source).flatMap(({ to }) => {
    const target = to.startsWith('.') ? targetOf(file, to) : ''
    if (roomOf(target) !== roomOf(file)) return []
    const isAllowed = folderOf(target) === folder || allowed.includes(folderOf(target))
    return isAllowed ? [] : [`${file} imports ${target}`]
  })
}

/** The build runs this file and puts its result into the portal, so browsers do not load what it imports. */
const RUN_BY_BUILD = 'evidence/level-labels.ts'

/** Pure and small: the server and the portal fill in messages, and refuse files, the same way. */
const SHARED = new Set(['src/kernel/texts/fill-message.ts', 'src/kernel/tables/file-kind.ts'])

/** The portal uses only the API, through the client: from src it may import the types of the API. */
export function portalViolationsOf(file: string, source: string): string[] {
  return importsOf(source).flatMap(({ to, typesOnly }) => {
    const target = to.startsWith('.') ? relative('.', join('portal', dirname(file), to)) : to
    if (!/^(src\/|packages\/|@plinth\/)/.test(target)) return []
    const isAllowed =
      target.startsWith('@plinth/client') ||
      SHARED.has(target) ||
      (typesOnly && target === 'src/http/api-types.ts') ||
      (file === RUN_BY_BUILD && target.startsWith('packages/matcher/src/compare/'))
    return isAllowed ? [] : [`portal/${file} imports ${target}${typesOnly ? ' (types)' : ''}`]
  })
}

/** Folders that import each other, types included. */
export function pairsOf(files: readonly { file: string; source: string }[]): string[] {
  const arrows = new Set<string>()
  for (const { file, source } of files)
    for (const { to } of importsOf(source)) {
      const [from, target] = [dirname(file), dirname(targetOf(file, to))]
      if (to.startsWith('.') && from !== target) arrows.add(`${from} ↔ ${target}`)
    }
  const isPair = (arrow: string): boolean => {
    const [from = '', to = ''] = arrow.split(' ↔ ')
    return from < to && arrows.has(`${to} ↔ ${from}`)
  }
  return [...arrows].filter(isPair).sort()
}

/** Import cycles between files, types included. Each is listed once, as the files on it. */
export function cyclesOf(files: readonly { file: string; source: string }[]): string[] {
  const imports = new Map(
    files.map(({ file, source }) => [
      file,
      importsOf(source).flatMap(({ to }) => (to.startsWith('.') ? [targetOf(file, to)] : [])),
    ]),
  )
  const cycles = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.add(path.slice(start).sort().join(', '))
    if (start >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const { file } of files) visit(file, [])
  return [...cycles]
}

export function sourceFiles(root: string): { file: string; source: string }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
}

/** `packages/matcher/src/read/unit.ts` as `matcher/read/unit.ts`. */
export function packageFiles(): { file: string; source: string }[] {
  return sourceFiles('packages')
    .filter(({ file }) => /^\w+\/src\//.test(file))
    .map(({ file, source }) => ({ file: file.replace('/src/', '/'), source }))
}
