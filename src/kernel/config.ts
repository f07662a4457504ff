// Every setting of the product, each with its default and one sentence. The only file that reads process.env.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Stop } from './fault.ts'

interface Variable<T> {
  readonly name: string
  /** Shown in the documentation; what an unset variable means. */
  readonly standard: string
  readonly sentence: string
  readonly secret?: true
  readonly parse: (text: string | undefined) => T
}

function variable<T>(
  name: string,
  standard: string,
  sentence: string,
  parse: (text: string | undefined) => T,
): Variable<T> {
  return { name, standard, sentence, parse }
}

function secret(name: string, standard: string, sentence: string): Variable<string | undefined> {
  return { name, standard, sentence, secret: true, parse: (text) => text }
}

const text = (standard: string) => (value: string | undefined) => value ?? standard
const flag = (value: string | undefined) => {
  if (value === undefined || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw new Error('must be 1 or 0')
}
const whole = (standard: number, min: number, max: number) => (value: string | undefined) => {
  if (value === undefined) return standard
  const number = Number(value)
  if (!/^\d{1,12}$/.test(value) || number < min || number > max)
    throw new Error(`must be a whole number from ${min} to ${max}`)
  return number
}
const oneOf =
  <T extends string>(standard: T, allowed: readonly T[]) =>
  (value: string | undefined): T => {
    if (value === undefined) return standard
    if (!allowed.includes(value as T)) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value as T
  }
const httpUrl = (value: string | undefined) => {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new Error('must be an http or https URL')
  return value.replace(/\/$/, '')
}
const clockTime = (value: string | undefined) => {
  if (value === undefined) return '04:30'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new Error('must be a UTC time such as 04:30')
  return value
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export const VARIABLES = {
  port: variable('PORT', '8080', 'Port the server listens on; 0 takes a free one.', whole(8080, 0, 65535)),
  host: variable('HOST', '127.0.0.1', 'Address the server listens on.', text('127.0.0.1')),
  dataDir: variable(
    'DATA_DIR',
    './var',
    'Folder for the embedded database, generated keys and rendered media; made with mode 0700.',
    (value) => resolve(value ?? './var'),
  ),
  databaseUrl: secret('DATABASE_URL', '(embedded)', 'PostgreSQL 15 or newer; unset, the embedded database is used.'),
  secretKey: secret(
    'SECRET_KEY',
    '(generated)',
    'At least 32 characters from which all keys are derived; required with DATABASE_URL, else generated into DATA_DIR.',
  ),
  baseUrl: variable(
    'BASE_URL',
    'http://HOST:PORT',
    'Public address of the service, used in links and documents.',
    httpUrl,
  ),
  smtpUrl: secret(
    'SMTP_URL',
    '(mail.txt)',
    'Mail server as smtp://user:password@host:587 or smtps://…; unset, mail is written into DATA_DIR/mail.txt.',
  ),
  mailFrom: variable('MAIL_FROM', 'plinth@localhost', 'Sender of our mail.', text('plinth@localhost')),
  passwordCost: variable(
    'PASSWORD_COST',
    '17',
    'How dear the hash of a password is: 2^n KiB of memory and about half a second at 17; 14 to 20.',
    whole(17, 14, 20),
  ),
  logLevel: variable('LOG_LEVEL', 'info', `How much is logged: ${LOG_LEVELS.join(', ')}.`, oneOf('info', LOG_LEVELS)),
  trustProxy: variable(
    'TRUST_PROXY',
    '0',
    'How many reverse proxies of yours stand before it, 0 to 8: the caller’s address is what the outermost of them wrote into X-Forwarded-For.',
    whole(0, 0, 8),
  ),
  mostWaiting: variable(
    'MAX_WAITING',
    '200',
    'Requests of one route that may wait for the database or a disk at a time; more get 503 overloaded.',
    whole(200, 1, 100_000),
  ),
  mostDelayMs: variable(
    'MAX_DELAY_MS',
    '500',
    'How far the event loop may lag, in milliseconds; above it, a share of the requests gets 503 overloaded.',
    whole(500, 10, 60_000),
  ),
  drainMs: variable(
    'DRAIN_MS',
    '5000',
    'How long a stopping server keeps answering with Connection: close before it closes its listener, in milliseconds.',
    whole(5000, 0, 600_000),
  ),
  demoProjects: variable(
    'DEMO_PROJECTS',
    '6200',
    'How many projects the demonstration dataset has when an empty embedded database is filled.',
    whole(6200, 1, 20_000),
  ),
  allowPrivateWebhooks: variable(
    'ALLOW_PRIVATE_WEBHOOKS',
    '0',
    'Development only: 1 lets webhooks go to this machine (loopback) over http on any port; nothing else private.',
    flag,
  ),
  server: variable(
    'PLINTH_SERVER',
    '(the data at hand)',
    'For users’ commands: the service that plinth link, match, projects and mcp ask.',
    httpUrl,
  ),
  apiKey: secret('PLINTH_API_KEY', '(none)', 'For users’ commands: the key they ask with.'),
  contactEmail: variable(
    'CONTACT_EMAIL',
    '(none)',
    'Whom people may write to about plans; said on the plan page.',
    (value) => value ?? null,
  ),
  refreshAt: variable('REFRESH_AT', '04:30', 'UTC time of the daily refresh of the dataset.', clockTime),
} as const

export type Config = { readonly [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]['parse']> }

export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const config: Record<string, unknown> = {}
  for (const [field, { name, parse }] of Object.entries(VARIABLES)) {
    const value = env[name]?.trim()
    try {
      config[field] = parse(value === '' ? undefined : value)
    } catch (error) {
      throw new Stop(
        'usage',
        `${name} ${(error as Error).message}, not "${value}"`,
        'plinth doctor lists every setting.',
      )
    }
  }
  const read = config as Config
  if (read.databaseUrl && !read.secretKey)
    throw new Stop('usage', 'SECRET_KEY is required with DATABASE_URL', 'openssl rand -hex 32 makes a good one.')
  if (read.secretKey && read.secretKey.length < 32)
    throw new Stop('usage', 'SECRET_KEY must have at least 32 characters', 'openssl rand -hex 32 makes a good one.')
  return read
}

/** What is in force, secrets masked, one line a variable. */
export function describeConfig(config: Config): { name: string; value: string; sentence: string }[] {
  return Object.entries(VARIABLES).map(([field, row]) => {
    const value = config[field as keyof Config]
    const shown = value === undefined ? row.standard : 'secret' in row ? '********' : String(value)
    return { name: row.name, value: shown, sentence: row.sentence }
  })
}

/** The table of settings for the documentation. */
export function configTable(): string {
  const rows = Object.values(VARIABLES).map((row) => `| \`${row.name}\` | \`${row.standard}\` | ${row.sentence} |`)
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n')
}
