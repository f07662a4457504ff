// Inputs for OAuth, pages, files and unknown paths.
import type { Dice } from './dice.ts'
import type { Headers, HttpInput, InputKind } from './input.ts'
import { mutateText, oddText, urlText } from './mutate.ts'
import { ADDRESSES, URLS } from './odd-values.ts'
import type { Oddness } from './request-parts.ts'
import { encodeBody, jsonBody, oddHeaders, pickCredential, pickOddness } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'LOCK']
const FORM = 'application/x-www-form-urlencoded'

/** Path, usual method and the fields of its query or form. */
type Target = readonly [path: string, method: string, fields: readonly string[]]

const AUTHORIZE = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
  'nonce',
  'response_mode',
  'request',
  'request_uri',
  'claims',
  'max_age',
  'login_hint',
  'id_token_hint',
]
const TOKEN = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_secret',
  'scope',
  'resource',
]

const OAUTH: readonly Target[] = [
  ['/oauth/authorize', 'GET', AUTHORIZE],
  ['/oauth/authorize/{x}', 'GET', []],
  ['/oauth/token', 'POST', TOKEN],
  ['/oauth/token', 'POST', TOKEN],
  ['/oauth/revoke', 'POST', ['token', 'token_type_hint', 'client_id', 'client_secret']],
  ['/oauth/introspect', 'POST', ['token', 'token_type_hint', 'client_id', 'client_secret']],
  ['/oauth/register', 'POST', []],
  ['/oauth/jwks', 'GET', []],
  ['/oauth/consent/{x}', 'GET', []],
  ['/oauth/consent/{x}', 'POST', ['csrf_token', 'decision']],
  ['/.well-known/oauth-authorization-server', 'GET', []],
  ['/.well-known/openid-configuration', 'GET', []],
  ['/.well-known/oauth-protected-resource', 'GET', []],
  ['/.well-known/oauth-protected-resource/api/v1', 'GET', []],
  ['/.well-known/oauth-protected-resource/mcp', 'GET', []],
  ['/.well-known/{x}', 'GET', []],
]

const PAGES: readonly Target[] = [
  ['/', 'GET', ['lang']],
  ['/sign-up', 'GET', []],
  ['/playground', 'GET', []],
  ['/explore', 'GET', ['q', 'city', 'lang']],
  ['/explore/{x}', 'GET', []],
  ['/plans', 'GET', []],
  ['/account', 'GET', []],
  ['/account/{x}', 'GET', []],
  ['/account/{x}/{x}', 'GET', []],
  ['/desk', 'GET', []],
  ['/desk/{x}', 'GET', []],
  ['/desk/{x}/{x}/{x}', 'GET', []],
  ['/sign-in', 'GET', ['return_to', 'lang']],
  ['/sign-in', 'POST', ['email', 'password', 'return_to', 'csrf_token']],
  ['/sign-out', 'GET', []],
  ['/sign-out', 'POST', ['csrf_token']],
  ['/reset', 'GET', ['lang']],
  ['/reset', 'POST', ['email', 'csrf_token']],
  ['/reset/{x}', 'GET', []],
  ['/reset/{x}', 'POST', ['password', 'csrf_token']],
  ['/verify/{x}', 'GET', []],
  ['/verify/{x}', 'POST', ['password', 'csrf_token']],
  ['/invitations/{x}', 'GET', []],
  ['/invitations/{x}', 'POST', ['password', 'csrf_token']],
  ['/status', 'GET', ['lang']],
  ['/docs', 'GET', ['lang']],
  ['/docs/guides', 'GET', []],
  ['/docs/guides/{x}', 'GET', []],
  ['/docs/api/{x}', 'GET', []],
  ['/docs/events', 'GET', []],
  ['/docs/errors', 'GET', []],
  ['/docs/errors/{x}', 'GET', []],
  ['/docs/operator', 'GET', []],
  ['/docs/search', 'GET', ['q', 'lang']],
  ['/docs/search.json', 'GET', ['q']],
  ['/docs/{x}', 'GET', []],
  ['/media/{x}/{x}', 'GET', ['expires', 'signature', 'sig', 'exp']],
  ['/portal/{x}', 'GET', []],
  ['/map/{x}', 'GET', []],
  ['/healthz', 'GET', ['x']],
  ['/readyz', 'GET', ['dataset']],
  ['/metrics', 'GET', ['worker']],
]

const VALUES: Readonly<Record<string, readonly string[]>> = {
  response_type: ['code', 'token', 'code id_token', 'none'],
  scope: ['projects:read', 'projects:read offline_access', 'openid', 'a b c'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_challenge_method: ['S256', 'plain'],
  prompt: ['none', 'login', 'consent', 'none login'],
  response_mode: ['query', 'fragment', 'form_post'],
  grant_type: ['client_credentials', 'authorization_code', 'refresh_token', 'password'],
  token_type_hint: ['access_token', 'refresh_token'],
  decision: ['allow', 'deny'],
  lang: ['en', 'fr', 'de'],
  email: ['a@example.test', 'nobody'],
  password: ['a long passphrase 1', 'short'],
  return_to: ['/account', '//evil.example', '/\\evil.example', 'https://evil.example', '/oauth/consent/x'],
  dataset: ['sandbox', 'production', 'x'],
  worker: ['1', '99', '-1'],
  claims: ['{}', '{"userinfo":{"__proto__":1}}', '['],
  max_age: ['0', '-1', '1e9'],
}

const SEGMENTS: readonly string[] = [
  'x',
  'keys',
  'none',
  'queue',
  'paging',
  'projects',
  '1',
  'style.css',
  'plan_required',
]

export function oauthInput(dice: Dice, world: Surroundings): HttpInput {
  const [path, method, fields] = dice.pick(OAUTH)
  if (path === '/oauth/register') return registration(dice, world)
  const basic = `Basic ${Buffer.from(`${world.credentials.application.id}:${world.credentials.application.secret}`).toString('base64')}`
  const extra: Headers = method === 'POST' && dice.chance(0.4) ? [['Authorization', basic]] : []
  return target('oauth', [path, method, fields], dice, world, extra)
}

export function pageInput(dice: Dice, world: Surroundings): HttpInput {
  return target('pages', dice.pick(PAGES), dice, world, dice.chance(0.6) ? [['Accept', 'text/html']] : [])
}

/** Files, pictures, unknown paths, and known paths with another method. */
export function pathInput(dice: Dice, world: Surroundings): HttpInput {
  const oddness = pickOddness(dice)
  const known = dice.chance(0.5) ? dice.pick(world.document.operations).path : dice.pick(world.links)
  const path = dice.chance(0.6) ? known : mutateText(known, dice)
  const safe = urlSafe(path.startsWith('/') ? path : `/${path}`)
  const credential = pickCredential(known, dice)
  const method = dice.chance(0.5) ? 'GET' : dice.pick(METHODS)
  const { body, headers, chunked } = jsonBody({}, oddness, dice, world.fill)
  const hasBody = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
  return {
    kind: 'paths',
    method,
    path: safe,
    headers: [...oddHeaders(oddness, dice), ...(hasBody ? headers : [])],
    body: hasBody ? body : undefined,
    chunked,
    credential,
    authorization: world.authorization(credential, dice),
  }
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
  dice: Dice,
  world: Surroundings,
  extra: Headers,
): HttpInput {
  const oddness = pickOddness(dice)
  const credential = dice.chance(0.4) ? 'none' : pickCredential(path, dice)
  const method = dice.chance(0.88) ? usual : dice.pick(METHODS)
  const filled = path.replaceAll('{x}', () => segment(oddness, dice, world))
  const form = fields
    .filter(() => dice.chance(0.75))
    .map((name) => `${name}=${urlText(fieldValue(name, oddness, dice, world), dice)}`)
  if (oddness === 'wild')
    form.push(dice.pick(['a=1&a=2', '%zz', '=', `x=${'y'.repeat(dice.pick([10, 5000, 60_000]))}`]))
  const inBody = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
  const text = world.fill(form.join('&'))
  const { body, headers, chunked } = encodeBody(Buffer.from(text), FORM, oddness, dice)
  return {
    kind,
    method,
    path: `${filled}${!inBody && text ? `?${text.slice(0, 9000)}` : ''}`,
    headers: [...oddHeaders(oddness, dice), ...(inBody ? headers : []), ...extra],
    body: inBody ? body : undefined,
    chunked,
    credential,
    authorization: extra.some(([name]) => name === 'Authorization') ? [] : world.authorization(credential, dice),
  }
}

function segment(oddness: Oddness, dice: Dice, world: Surroundings): string {
  if (oddness === 'valid' || dice.chance(0.5))
    return encodeURIComponent(
      dice.chance(0.3) ? (world.id(dice.pick(world.idKinds()), dice) ?? 'x') : dice.pick(SEGMENTS),
    )
  return urlText(oddText(dice), dice) || 'x'
}

function fieldValue(name: string, oddness: Oddness, dice: Dice, world: Surroundings): string {
  if (oddness !== 'valid' && dice.chance(0.25) && !/ur[li]|client_id|resource/.test(name)) return oddText(dice)
  if (name === 'client_id') return dice.chance(0.7) ? world.credentials.application.id : dice.pick(URLS)
  if (name === 'client_secret') return dice.chance(0.5) ? world.credentials.application.secret : 'pl_cs_x'
  if (/ur[li]$|^resource$/.test(name)) return dice.pick(URLS)
  if (name === 'q') return dice.pick(ADDRESSES)
  return VALUES[name] ? dice.pick(VALUES[name]) : dice.pick(['x', 'pl_rt_none', 'pl_ac_none', '1'])
}

function registration(dice: Dice, world: Surroundings): HttpInput {
  const oddness = pickOddness(dice)
  const value = {
    client_name: 'Fuzz',
    redirect_uris: [dice.pick(URLS)],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: dice.pick(['none', 'client_secret_basic', 'private_key_jwt']),
    scope: dice.pick(VALUES.scope!),
  }
  const { body, headers, chunked } = jsonBody(value, oddness, dice, world.fill)
  const all = [...oddHeaders(oddness, dice), ...headers]
  return {
    kind: 'oauth',
    method: 'POST',
    path: '/oauth/register',
    headers: all,
    body,
    chunked,
    credential: 'none',
    authorization: [],
  }
}
