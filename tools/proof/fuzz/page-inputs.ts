// Inputs for OAuth, pages, files and unknown paths.
import type { Random } from '../../shared/random.ts'
import site from './data/site.json' with { type: 'json' }
import type { CredentialKind, Headers, HttpInput, InputKind } from './input.ts'
import { mutateText, oddText, urlText } from './mutate.ts'
import { ADDRESSES, URLS } from './odd-values.ts'
import type { OpenForm } from './page-state.ts'
import type { Oddness } from './request-parts.ts'
import { encodeBody, httpInput, isBodiless, jsonBody, NO_BODY, pickCredential, pickOddness } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'LOCK']
const FORM = 'application/x-www-form-urlencoded'

/** Path, usual method and the fields of its query or form. */
type Target = readonly [path: string, method: string, fields: readonly string[]]

const SITE = site as unknown as {
  readonly oauth: readonly Target[]
  readonly pages: readonly Target[]
  /** Values that fit a field. */
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly segments: readonly string[]
  /** Kinds of the ids in paths whose name is another one. */
  readonly kinds: Readonly<Record<string, string>>
}

export function oauthInput(dice: Random, world: Surroundings): HttpInput {
  if (world.consents.length > 0 && dice.chance(0.1)) return consentInput(dice.pick(world.consents), dice, world)
  const [path, method, fields] = dice.pick(SITE.oauth)
  if (path === '/oauth/register') return registration(dice, world)
  const basic = `Basic ${Buffer.from(`${world.credentials.application.id}:${world.credentials.application.secret}`).toString('base64')}`
  const extra: Headers = method === 'POST' && dice.chance(0.4) ? [['Authorization', basic]] : []
  return target('oauth', [path, method, fields], dice, world, extra)
}

const CONSENT_STEPS = ['', 'decision=allow', 'csrf_token={token}&decision=deny', 'csrf_token={token}&decision=allow']
export const consentCount = ({ consents }: Surroundings): number => consents.length * CONSENT_STEPS.length

/** Each open question is read, answered without its token, and answered. */
export function consentChoice(n: number, dice: Random, { consents }: Surroundings): HttpInput {
  const { path, headers, token } = consents[n % consents.length]!
  const form = CONSENT_STEPS[Math.floor(n / consents.length)]!.replace('{token}', encodeURIComponent(token))
  const body = form === '' ? NO_BODY : encodeBody(Buffer.from(form), FORM, 'valid', dice)
  const line = { kind: 'oauth', method: form === '' ? 'GET' : 'POST', path, credential: 'none' } as const
  return httpInput(line, body, 'valid', dice, { authorization: () => [] }, headers)
}

function consentInput({ path, headers, token }: OpenForm, dice: Random, world: Surroundings): HttpInput {
  const method = dice.chance(0.3) ? 'GET' : 'POST'
  const oddness = pickOddness(dice)
  const decision = oddness === 'valid' ? dice.pick(['allow', 'deny']) : urlText(oddText(dice), dice)
  const form = Buffer.from(`csrf_token=${encodeURIComponent(token)}&decision=${decision}`)
  const body = method === 'GET' ? NO_BODY : encodeBody(form, FORM, oddness, dice)
  return httpInput({ kind: 'oauth', method, path, credential: 'none' }, body, oddness, dice, world, headers)
}

export function pageInput(dice: Random, world: Surroundings): HttpInput {
  return target('pages', dice.pick(SITE.pages), dice, world, dice.chance(0.6) ? [['Accept', 'text/html']] : [])
}

export const pageCount = SITE.pages.length

/** The n-th page, or the n-th link after them, as a reader opens it. */
export function pageChoice(n: number, credential: CredentialKind, dice: Random, world: Surroundings): HttpInput {
  const [path, method] = SITE.pages[n] ?? [world.links[n - pageCount]!, 'GET']
  if (n < pageCount && method !== 'GET') return target('pages', SITE.pages[n]!, dice, world, [])
  const filled = path.replaceAll('{x}', (_, at: number) => segment(path.slice(0, at), 'valid', dice, world))
  const language = dice.chance(0.5) ? 'fr' : 'en'
  const headers: Headers = [
    ['Accept', 'text/html'],
    ['Accept-Language', language],
  ]
  return httpInput({ kind: 'pages', method: 'GET', path: filled, credential }, NO_BODY, 'valid', dice, world, headers)
}

/** Files, pictures, unknown paths, and known paths with another method. */
export function pathInput(dice: Random, world: Surroundings): HttpInput {
  const oddness = pickOddness(dice)
  const known = dice.chance(0.5) ? dice.pick(world.document.operations).path : dice.pick(world.links)
  const path = dice.chance(0.6) ? known : mutateText(known, dice)
  const safe = urlSafe(path.startsWith('/') ? path : `/${path}`)
  const credential = pickCredential(known, dice)
  const method = dice.chance(0.5) ? 'GET' : dice.pick(METHODS)
  const body = isBodiless(method) ? NO_BODY : jsonBody({}, oddness, dice, world.fill)
  return httpInput({ kind: 'paths', method, path: safe, credential }, body, oddness, dice, world)
}

function urlSafe(path: string): string {
  return path
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
    .slice(0, 9000)
}

function target(
  kind: InputKind,
  [path, usual, fields]: Target,
  dice: Random,
  world: Surroundings,
  extra: Headers,
): HttpInput {
  const oddness = pickOddness(dice)
  const credential = dice.chance(0.4) ? 'none' : pickCredential(path, dice)
  const method = dice.chance(0.88) ? usual : dice.pick(METHODS)
  const filled = path.replaceAll('{x}', (_, at: number) => segment(path.slice(0, at), oddness, dice, world))
  const opened = fields.includes('csrf_token') && dice.chance(0.7) ? openForm(path, dice, world) : undefined
  const textOf = (name: string) =>
    opened && name === 'csrf_token'
      ? encodeURIComponent(opened.token)
      : urlText(fieldValue(name, oddness, dice, world), dice)
  const form = fields.filter(() => dice.chance(0.75)).map((name) => `${name}=${textOf(name)}`)
  if (oddness === 'wild')
    form.push(dice.pick(['a=1&a=2', '%zz', '=', `x=${'y'.repeat(dice.pick([10, 5000, 60_000]))}`]))
  const text = world.fill(form.join('&'))
  const body = isBodiless(method) ? NO_BODY : encodeBody(Buffer.from(text), FORM, oddness, dice)
  const query = isBodiless(method) && text ? `?${text.slice(0, 9000)}` : ''
  const line = { kind, method, path: filled + query, credential: opened ? 'none' : credential } as const
  return httpInput(line, body, oddness, dice, world, [...extra, ...(opened?.headers ?? [])])
}

/** A form that a person would send, before or after sign-in. */
function openForm(path: string, dice: Random, world: Surroundings): Pick<OpenForm, 'headers' | 'token'> {
  if (path !== '/sign-out') return world.signInForm
  const headers = world.authorization('viewer', dice)
  return { headers, token: headers.find(([name]) => name === 'x-csrf-token')?.[1] ?? 'none' }
}

/** A name that fits the path so far, or any other. */
function segment(before: string, oddness: Oddness, dice: Random, world: Surroundings): string {
  if (oddness === 'valid' || dice.chance(0.5)) {
    const kind = dice.chance(0.6) ? before.split('/').at(-2)! : dice.pick(world.idKinds())
    return encodeURIComponent(world.id(SITE.kinds[kind] ?? kind, dice) ?? dice.pick(SITE.segments))
  }
  return urlText(oddText(dice), dice) || 'x'
}

function fieldValue(name: string, oddness: Oddness, dice: Random, world: Surroundings): string {
  if (oddness !== 'valid' && dice.chance(0.25) && !/ur[li]|client_id|resource/.test(name)) return oddText(dice)
  if (name === 'client_id') return dice.chance(0.7) ? world.credentials.application.id : dice.pick(URLS)
  if (name === 'client_secret') return dice.chance(0.5) ? world.credentials.application.secret : 'pl_cs_x'
  if (/ur[li]$|^resource$/.test(name)) return dice.pick(URLS)
  if (name === 'q') return dice.pick(ADDRESSES)
  return SITE.values[name] ? dice.pick(SITE.values[name]) : dice.pick(['x', 'pl_rt_none', 'pl_ac_none', '1'])
}

function registration(dice: Random, world: Surroundings): HttpInput {
  const oddness = pickOddness(dice)
  const value = {
    client_name: 'Fuzz',
    redirect_uris: [dice.pick(URLS)],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: dice.pick(['none', 'client_secret_basic', 'private_key_jwt']),
    scope: dice.pick(SITE.values.scope!),
  }
  const line = { kind: 'oauth', method: 'POST', path: '/oauth/register', credential: 'none' } as const
  return httpInput(line, jsonBody(value, oddness, dice, world.fill), oddness, dice, { authorization: () => [] })
}
