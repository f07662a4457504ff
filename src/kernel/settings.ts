// Every setting with its default and description.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

interface Setting<T extends z.ZodType> {
  readonly name: string
  /** The default as the documentation shows it. */
  readonly standard: string
  readonly sentence: string
  readonly secret?: true
  readonly schema: T
}

function setting<T extends z.ZodType>(name: string, standard: string, sentence: string, schema: T): Setting<T> {
  return { name, standard, sentence, schema }
}

function secret(name: string, standard: string, sentence: string): Setting<z.ZodOptional<z.ZodString>> {
  return { name, standard, sentence, secret: true, schema: z.string().optional() }
}

function integer(standard: number, min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  const digits = z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
  return digits.pipe(z.number().min(min, message).max(max, message)).default(standard)
}

const workerNumber = z
  .string()
  .regex(/^\d{1,2}$/, 'must be a whole number from 1 to 64')
  .transform(Number)
  .pipe(z.number().min(1, 'must be a whole number from 1 to 64').max(64, 'must be a whole number from 1 to 64'))
  .optional()
const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true')
  .default(false)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((value) => value.replace(/\/$/, ''))
  .optional()
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a UTC time such as 04:30')

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
const logLevel = z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)

export const SETTINGS = {
  port: setting('PORT', '8080', 'Port the server listens on. 0 picks a free port.', integer(8080, 0, 65535)),
  host: setting('HOST', '127.0.0.1', 'Address the server listens on.', z.string().default('127.0.0.1')),
  dataDir: setting(
    'DATA_DIR',
    './var',
    'Folder for the embedded database, generated keys and rendered media. Created with mode 0700.',
    z
      .string()
      .default('./var')
      .transform((value) => resolve(value)),
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    '(embedded)',
    'URL of PostgreSQL 15 or newer. If unset, Plinth uses its embedded database.',
  ),
  secretKey: secret(
    'SECRET_KEY',
    '(generated)',
    'At least 32 characters; all keys are derived from it. Required with DATABASE_URL, otherwise generated in DATA_DIR.',
  ),
  baseUrl: setting('BASE_URL', 'http://HOST:PORT', 'Public URL of the service, used in links and documents.', httpUrl),
  smtpUrl: secret(
    'SMTP_URL',
    '(mail.txt)',
    'Mail server, as smtp://user:password@host:587 or smtps://…. If unset, emails are written to DATA_DIR/mail.txt.',
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'plinth@localhost',
    'Sender address of emails.',
    z.string().default('plinth@localhost'),
  ),
  passwordCost: setting(
    'PASSWORD_COST',
    '17',
    'Password hashing cost, 14 to 20. 17 uses 128 MiB and about 0.5 s.',
    integer(17, 14, 20),
  ),
  workers: setting(
    'WORKERS',
    '(by machine)',
    'Processes that serve requests on one port. Default: one per core, at most 4, with PostgreSQL; 1 with the embedded database or less than 1 GB of memory.',
    workerNumber,
  ),
  logLevel: setting('LOG_LEVEL', 'info', `Log level: ${LOG_LEVELS.join(', ')}.`, logLevel.default('info')),
  logFormat: setting(
    'LOG_FORMAT',
    '(by terminal)',
    'Format of the log and of progress: text or json. Default: text on a terminal, JSON lines elsewhere.',
    z.enum(['text', 'json'], 'must be text or json').optional(),
  ),
  noColor: setting(
    'NO_COLOR',
    '(none)',
    'Any value turns off colours on a terminal.',
    z
      .string()
      .optional()
      .transform((value) => value !== undefined),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '0',
    'Number of trusted reverse proxies in front of the server, 0 to 8. The outermost one sets the client address in X-Forwarded-For.',
    integer(0, 0, 8),
  ),
  maxWaiting: setting(
    'MAX_WAITING',
    '200',
    'Requests per route that may wait for the database or disk at once. Further requests get 503 overloaded.',
    integer(200, 1, 100_000),
  ),
  maxDelayMs: setting(
    'MAX_DELAY_MS',
    '500',
    'Event loop lag or wait for a turn, in milliseconds, above which a share of requests gets 503 overloaded.',
    integer(500, 10, 60_000),
  ),
  drainMs: setting(
    'DRAIN_MS',
    '5000',
    'How long a stopping server still responds, with Connection: close, before it closes its listener, in milliseconds.',
    integer(5000, 0, 600_000),
  ),
  demonstration: setting(
    'DEMONSTRATION',
    'all',
    'First data of an empty embedded database, and of `plinth demo`: `real` buildings of Toronto and Vancouver, `invented` projects, `all` of both, or `none`.',
    z.enum(['none', 'real', 'invented', 'all'], 'must be none, real, invented or all').default('all'),
  ),
  demoProjects: setting(
    'DEMO_PROJECTS',
    '2000',
    'Number of invented projects, at most 6200.',
    // Until 1.0, more were generated. A setting from then still works.
    integer(2000, 1, 20_000).transform((count) => Math.min(count, 6200)),
  ),
  allowPrivateWebhooks: setting(
    'ALLOW_PRIVATE_WEBHOOKS',
    '0',
    'Development only: 1 allows webhooks to this machine (loopback) over http on any port. Other private addresses stay blocked.',
    flag,
  ),
  server: setting(
    'PLINTH_SERVER',
    '(local data)',
    'Server URL for commands of users, such as plinth link, match, listings and mcp.',
    httpUrl,
  ),
  apiKey: secret('PLINTH_API_KEY', '(none)', 'API key that these commands send to PLINTH_SERVER.'),
  profile: setting(
    'PLINTH_PROFILE',
    '(the last)',
    'Profile of plinth login that commands use. Default: the one that signed in last.',
    z.string().optional(),
  ),
  configHome: setting(
    'XDG_CONFIG_HOME',
    '~/.config',
    'Folder in which plinth login stores profiles, as plinth/profiles.json.',
    z.string().default(() => join(homedir(), '.config')),
  ),
  contactEmail: setting(
    'CONTACT_EMAIL',
    '(none)',
    'Email address for questions about plans, shown on the plans page. It receives plan requests.',
    z.string().nullable().default(null),
  ),
  modelFile: setting(
    'MODEL_FILE',
    '(built in)',
    'Matching model written by plinth fit. The server does not start if the file is not valid.',
    z
      .string()
      .transform((value) => resolve(value))
      .optional(),
  ),
  streetsFolder: setting(
    'STREETS_FOLDER',
    '(none)',
    'Folder with lists of real streets (`*.tsv`) for cities beyond those that ship with the product.',
    z
      .string()
      .transform((value) => resolve(value))
      .optional(),
  ),
  mapTiles: setting(
    'MAP_TILES',
    '(none)',
    'Base map of the portal: a Protomaps file (`.pmtiles`). The server does not start if it cannot read the file.',
    z
      .string()
      .transform((value) => resolve(value))
      .optional(),
  ),
  snapshotStore: setting(
    'SNAPSHOT_STORE',
    '(none)',
    'Folder or `s3://bucket/prefix` where machines share snapshots and the files that customers upload: one stores, the others download.',
    z.string().optional(),
  ),
  snapshotStoreEndpoint: setting(
    'SNAPSHOT_STORE_ENDPOINT',
    '(Amazon S3)',
    'URL of an S3-compatible service for SNAPSHOT_STORE. Credentials come from the standard AWS variables.',
    httpUrl,
  ),
  snapshotStoreRegion: setting(
    'AWS_REGION',
    'us-east-1',
    'Region of the SNAPSHOT_STORE bucket.',
    z.string().default('us-east-1'),
  ),
  openDataMirror: setting(
    'OPEN_DATA_MIRROR',
    '(publishers)',
    'URL of your own copy of the open data: plinth data downloads URL/name/file instead of the publishers’ files.',
    httpUrl,
  ),
  goneListingDays: setting(
    'GONE_LISTING_DAYS',
    '30',
    'Days after which listings that left their feed are deleted, 1 to 3650.',
    integer(30, 1, 3650),
  ),
  refreshAt: setting('REFRESH_AT', '04:30', 'UTC time of the daily dataset refresh.', clockTime.default('04:30')),
} as const
