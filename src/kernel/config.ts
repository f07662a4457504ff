// Reads the settings from the environment. Only this file reads process.env.
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { at } from './at.ts'
import { Stop } from './fault.ts'
import type { Language } from './language.ts'
import { preferredLanguage } from './language.ts'
import { SETTINGS } from './settings.ts'

export type Config = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> }

export const isIncluded = (demonstration: Config['demonstration'], part: 'real' | 'invented'): boolean =>
  demonstration === 'all' || demonstration === part

export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

type Environment = Readonly<Record<string, string | undefined>>

/** A secret may be in a file, whose path is in the variable with `_FILE` behind its name: Kubernetes and Docker mount such files. */
function settingIn(env: Environment, name: string, isSecret: boolean): string | undefined {
  const value = env[name]?.trim() || undefined
  const file = isSecret ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return value
  if (value !== undefined) throw new Stop('usage', `${name} and ${name}_FILE are both set`, 'Set one of them.')
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content !== '') return content
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Stop(
      'usage',
      `${name}_FILE: ${file} cannot be read (${code})`,
      'Check that the file exists and who may read it.',
    )
  }
  throw new Stop('usage', `${name}_FILE: ${file} is empty`, `Write the value of ${name} into it.`)
}

export function readConfig(env: Environment = process.env): Config {
  const config: Record<string, unknown> = {}
  for (const [field, row] of Object.entries(SETTINGS)) {
    const { name, schema } = row
    const value = settingIn(env, name, 'secret' in row)
    const parsed = schema.safeParse(value)
    if (!parsed.success)
      throw new Stop(
        'usage',
        `${name} ${at(parsed.error.issues, 0).message}; got "${value}"`,
        'Run plinth doctor to list every setting.',
      )
    config[field] = parsed.data
  }
  const { databaseUrl, secretKey } = config as Config
  // Without a scheme the driver takes the text for the name of a host.
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Stop(
      'usage',
      'DATABASE_URL must start with postgres:// or postgresql://',
      'Example: postgres://user:password@host:5432/database',
    )
  if (databaseUrl && !secretKey)
    throw new Stop('usage', 'SECRET_KEY is required with DATABASE_URL', 'Generate one with: openssl rand -hex 32')
  if (secretKey && secretKey.length < 32)
    throw new Stop('usage', 'SECRET_KEY must have at least 32 characters', 'Generate one with: openssl rand -hex 32')
  return config as Config
}

/** The effective value of every setting, with secrets masked. */
export function describeConfig(config: Config): { name: string; value: string; sentence: string }[] {
  return Object.entries(SETTINGS).map(([field, row]) => {
    const value = config[field as keyof Config]
    const text = value === undefined ? row.standard : 'secret' in row ? '********' : String(value)
    return { name: row.name, value: text, sentence: row.sentence }
  })
}

/** The language of the person at the terminal, from the locale variables of POSIX. `fr_CA.UTF-8` → `fr`. */
export function systemLanguage(env: Readonly<Record<string, string | undefined>> = process.env): Language {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG
  return preferredLanguage(locale?.replace(/[._@].*$/, ''))
}

/** Whether a program can open a browser: elsewhere than on macOS, a desktop must show it. */
export function hasDesktop(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return process.platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Addresses to listen on that no client can connect to. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** `0.0.0.0` and `::` become `127.0.0.1`. */
export function localUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host
  return `http://${address.includes(':') && !address.startsWith('[') ? `[${address}]` : address}:${port}`
}
