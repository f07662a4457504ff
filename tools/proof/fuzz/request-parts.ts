// Parts of requests that every kind of input uses: bodies, headers, credentials by path.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../../shared/random.ts'
import type { CredentialKind, Headers, HttpInput } from './input.ts'
import { CREDENTIALS } from './input.ts'
import { mutateJson, mutateJsonText } from './mutate.ts'
import { CONTENT_TYPES, ODD_HEADERS } from './odd-values.ts'
import type { Surroundings } from './surroundings.ts'

/** How far an input is from a valid one. */
export type Oddness = 'valid' | 'odd' | 'wild'

export function pickOddness(dice: Random): Oddness {
  return dice.weighted({ valid: 35, odd: 50, wild: 15 })
}

export interface Body {
  readonly body: Buffer | undefined
  readonly headers: Headers
  readonly chunked: boolean
}

export const NO_BODY: Body = { body: undefined, headers: [], chunked: false }
export const isBodiless = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }
const BOMB = gzipSync(Buffer.alloc(20_000_000))

export function jsonBody(value: unknown, oddness: Oddness, dice: Random, fill: (text: string) => string): Body {
  const mutated = oddness === 'valid' || dice.chance(0.3) ? value : mutateJson(structuredClone(value), dice)
  const text = fill(jsonText(mutated))
  const body = oddness === 'wild' && dice.chance(0.5) ? mutateJsonText(text, dice) : Buffer.from(text)
  return encodeBody(body, 'application/json', oddness, dice)
}

/** Too deep a value cannot be written. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return '['.repeat(20_000)
  }
}

export function encodeBody(plain: Buffer, type: string, oddness: Oddness, dice: Random): Body {
  const chunked = dice.chance(0.05)
  if (oddness !== 'wild') return { body: plain, headers: [['Content-Type', type]], chunked }
  const headers: [string, string][] = [['Content-Type', dice.chance(0.4) ? dice.pick(CONTENT_TYPES) : type]]
  const encoding = dice.weighted({ none: 70, gzip: 8, deflate: 4, br: 4, broken: 6, bomb: 2, wrong: 6 })
  let body = plain
  if (encoding === 'gzip') body = gzipSync(plain)
  else if (encoding === 'deflate') body = deflateSync(plain)
  else if (encoding === 'br') body = brotliCompressSync(plain, FAST)
  else if (encoding === 'broken') body = gzipSync(plain).subarray(0, 15)
  else if (encoding === 'bomb') body = BOMB
  if (encoding !== 'none') {
    const name = encoding === 'broken' || encoding === 'bomb' ? 'gzip' : encoding
    headers.push(['Content-Encoding', encoding === 'wrong' ? dice.pick(['identity', 'x', 'gzip, gzip', '']) : name])
  }
  return { body: dice.chance(0.05) ? undefined : body, headers, chunked }
}

/** A network of its own for each input, so that limits per network do not swallow inputs. */
export function networkHeader(dice: Random): readonly [string, string] {
  return ['X-Forwarded-For', `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`]
}

function oddHeaders(oddness: Oddness, dice: Random): Headers {
  const network = networkHeader(dice)
  if (oddness === 'valid' && dice.chance(0.8)) return [network]
  const count = oddness === 'wild' ? dice.below(4) : dice.below(2)
  return [network, ...Array.from({ length: count }, () => dice.pick(ODD_HEADERS))]
}

/** Puts a request together. */
export function httpInput(
  line: Pick<HttpInput, 'kind' | 'method' | 'path' | 'credential'> & { readonly operation?: string },
  { body, headers, chunked }: Body,
  oddness: Oddness,
  dice: Random,
  world: Pick<Surroundings, 'authorization'>,
  extra: Headers = [],
): HttpInput {
  const isAuthorized = extra.some(([name]) => name === 'Authorization')
  return {
    ...line,
    headers: [...oddHeaders(oddness, dice), ...headers, ...extra],
    body,
    chunked,
    authorization: isAuthorized ? [] : world.authorization(line.credential, dice),
  }
}

/** What visitors may ask, too. */
const OPEN = /\/(building-links|suggest|addresses|projects|buildings|coverage|dataset|map)(\/|$)/

/** Mostly a credential that may call the path, so that inputs get past authentication. */
export function pickCredential(path: string, dice: Random): CredentialKind {
  if (dice.chance(0.12)) return dice.pick(CREDENTIALS)
  if (path.startsWith('/api/v1/operator') || path === '/metrics')
    return dice.weighted({ operator: 80, 'operator session': 20 })
  if (path.startsWith('/api/v1/desk') || path.startsWith('/desk'))
    return dice.weighted({ curator: 60, 'operator session': 25, operator: 15 })
  if (/^\/api\/v1\/(people|sessions|invitations|plan-requests)/.test(path))
    return dice.weighted({ owner: 60, developer: 15, viewer: 10, elite: 15 })
  if (path.startsWith('/api/v1/sandbox')) return dice.weighted({ sandbox: 80, elite: 20 })
  if (!path.startsWith('/api/') && path !== '/mcp')
    return dice.weighted({ owner: 40, curator: 15, 'operator session': 15, viewer: 10, elite: 20 })
  if (OPEN.test(path) && dice.chance(0.1)) return 'visitor'
  return dice.weighted({ elite: 50, pro: 20, sandbox: 4, starter: 2, token: 10, owner: 8, developer: 4, viewer: 2 })
}
