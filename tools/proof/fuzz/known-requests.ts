// Requests that chance does not find: rows of data that follow one another, and may keep values of their answers.
import { readFileSync } from 'node:fs'
import type { Random } from '../../shared/random.ts'
import type { Answer } from './connection.ts'
import type { CredentialKind, Headers, HttpInput } from './input.ts'
import type { Recipe } from './make-input.ts'
import { networkHeader } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * `2× elite1 PUT /path | Header: value | {"a":1} | > name: pattern`. A body may also be a `=form`, `@times line` or `<text`.
 * `{name}` is a kept value, a kind of ids or a word of the run, `{x9}` nine letters; a credential may be a kept key.
 */
const ROWS = readFileSync(new URL('data/known-requests.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .flatMap((row) => {
    const [, times = 1, one = row] = /^(\d+)× (.*)$/.exec(row) ?? []
    return Array<string>(Number(times)).fill(one)
  })

export const knownCount = ROWS.length

export function knownRequest(n: number, dice: Random, world: Surroundings): HttpInput {
  const [line = '', ...parts] = ROWS[n]!.split(' | ').map((part) =>
    world.fill(part).replaceAll(/\{([\w-]+)\}/g, (text, name: string) => longText(name) ?? world.known(name) ?? text),
  )
  const [as = '', method = '', path = ''] = line.split(' ')
  const { body, type } = bodyOf(parts.find((part) => /^[{[=@<]/.test(part)))
  const headers = parts.flatMap((part): Headers => {
    const [, name, value] = /^([\w-]+): (.*)$/.exec(part) ?? []
    return name === undefined ? [] : [[name, value!]]
  })
  const { credential, authorization } = credentialOf(as, world)
  const isTyped = headers.some(([name]) => name === 'Content-Type')
  const typed: Headers = body === undefined || isTyped ? [] : [['Content-Type', type]]
  const operation = world.document.operations.find(
    (one) => one.method === method && matches(one.path, path.split('?')[0]!),
  )?.id
  return {
    ...{ kind: 'api', method, path, body, credential, authorization },
    headers: [networkHeader(dice), ...typed, ...headers],
    ...(operation !== undefined && { operation }),
    chunked: parts.includes('chunked'),
  }
}

function longText(name: string): string | undefined {
  const times = /^x(\d+)$/.exec(name)?.[1]
  return times === undefined ? times : 'x'.repeat(Number(times))
}

/** Keeps what the row of the input names. */
export function keepValues([seed = 0, ...changes]: Recipe, { headers, body }: Answer, world: Surroundings): void {
  const row = changes.length === 0 ? ROWS[-1 - seed] : undefined
  if (row === undefined) return
  const text = `${[...headers].map((pair) => pair.join(': ')).join('\n')}\n\n${body.toString('latin1')}`
  for (const [, name, pattern] of row.matchAll(/ \| > (\w+): (.*?)(?= \| |$)/g)) {
    const found = new RegExp(pattern!).exec(text)?.[1]
    if (found !== undefined) world.keep(name!, found)
  }
}

const escaped = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

function credentialOf(as: string, world: Surroundings): Pick<HttpInput, 'credential' | 'authorization'> {
  if (as.startsWith('pl_')) return { credential: 'none', authorization: [['Authorization', `Bearer ${as}`]] }
  const [, name = '', at] = /^(\D+)(\d*)$/.exec(as) ?? []
  const credential = name.replace('_', ' ') as CredentialKind
  return { credential, authorization: world.credentials.all(credential)[Number(at)] ?? [] }
}

function bodyOf(text: string | undefined): { body: Buffer | undefined; type: string } {
  if (text === undefined) return { body: undefined, type: '' }
  if (text.startsWith('<')) return { body: Buffer.from(text.slice(1), 'latin1'), type: 'application/octet-stream' }
  if (text.startsWith('='))
    return { body: Buffer.from(escaped(text.slice(1))), type: 'application/x-www-form-urlencoded' }
  const [, times, line = ''] = /^@(\d+) (.*)$/.exec(text) ?? []
  if (times !== undefined) return { body: Buffer.from(`${line}\n`.repeat(Number(times))), type: 'application/x-ndjson' }
  const value = text.replaceAll(/"@(\d+)",(\{[^}]*\})/g, (_, count, one) => Array(Number(count)).fill(one).join(','))
  return { body: Buffer.from(value), type: 'application/json' }
}
