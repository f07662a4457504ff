// Changes one thing of an input.
import type { Random } from '../../shared/random.ts'
import { anotherInput } from './api-inputs.ts'
import type { HttpInput, Input } from './input.ts'
import { isHttp } from './input.ts'
import { BAD_UTF8, mutateJson, mutateText, oddText, urlText } from './mutate.ts'
import { ODD_HEADERS } from './odd-values.ts'
import { networkHeader, pickCredential } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'
import { isFileName, isUrlName } from './valid-values.ts'

export function changeInput(input: Input, dice: Random, world: Surroundings): Input {
  if (!isHttp(input)) return { ...input, bytes: changeBytes(input.bytes, dice) }
  const changed = { ...input, ...changeOf(input, dice, world) }
  // Requests of one network are limited.
  const headers = changed.headers.filter(([name]) => name !== 'X-Forwarded-For')
  return { ...changed, headers: [networkHeader(dice), ...headers] }
}

function changeOf(input: HttpInput, dice: Random, world: Surroundings): Partial<HttpInput> {
  const { path, body, headers, operation } = input
  const [hasBody, hasQuery, isKnown] = [body !== undefined, path.includes('?'), operation !== undefined].map(
    Number,
  ) as [number, number, number]
  switch (
    dice.weighted({ body: 30 * hasBody, query: 20 * hasQuery, headers: 12, credential: 8, mixed: 25 * isKnown })
  ) {
    case 'body':
      return { body: changeBody(body!, dice, world) }
    case 'query':
      return { path: changeQuery(path, dice) }
    case 'headers': {
      const left = dice.chance(0.3) ? headers.filter(() => dice.chance(0.7)) : headers
      return { headers: dice.chance(0.8) ? [...left, dice.pick(ODD_HEADERS)] : left }
    }
    case 'credential': {
      const credential = pickCredential(path, dice)
      return { credential, authorization: world.authorization(credential, dice) }
    }
    case 'mixed': {
      // The path of one request with the body of another, or the other way round.
      const other = anotherInput(input, dice, world)
      if (!other) return {}
      if (dice.chance(0.3)) return { path: withQueryOf(path, other.path) }
      return dice.chance(0.5) ? { path: other.path } : { body: other.body, headers: other.headers }
    }
  }
}

function changeBody(body: Buffer, dice: Random, { fill }: Surroundings): Buffer {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return changeBytes(body, dice)
  }
  for (let times = dice.between(1, 3); times > 0; times--) value = mutateJson(value, dice)
  return Buffer.from(fill(JSON.stringify(value) ?? 'null'))
}

function changeQuery(target: string, dice: Random): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const pairs = query.split('&').filter(Boolean)
  const at = dice.below(pairs.length + 1)
  const [name = '', value = ''] = (pairs[at] ?? '').split(/=(.*)/s)
  if (isUrlName(name) || isFileName(name) || HAS_URL.test(value)) return target
  const odd = () => urlText(dice.chance(0.5) ? oddText(dice) : mutateText(unescaped(value), dice), dice)
  const others = [[], [pairs[at]!, pairs[at]!], [`${name}=${odd()}`], [`${name}=${odd()}`]]
  pairs.splice(at, 1, ...(name === '' ? [] : dice.pick(others)))
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Parameters that mean something together are seldom in one request by chance. */
function withQueryOf(path: string, other: string): string {
  const [, query] = other.split(/\?(.*)/s)
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}`.slice(0, 9000) : path
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The server may call a URL: one digit less, and it is that of another machine. */
const HAS_URL = /:(\/|%2f|\\){2}/i

function changeBytes(bytes: Buffer, dice: Random): Buffer {
  if (HAS_URL.test(bytes.toString('latin1'))) return bytes
  const [from, to] = [dice.below(bytes.length + 1), dice.below(bytes.length + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
  const others = [
    [],
    [part, part],
    [dice.pick(BAD_UTF8)],
    [Buffer.from(mutateText(part.toString('latin1'), dice), 'latin1')],
  ]
  return Buffer.concat([before, ...dice.pick(others), after]).subarray(0, 100_000)
}
