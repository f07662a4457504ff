// The tables of what the generic writer writes: things with their states, and the writes that change them.

import type { Random } from '../../../shared/random.ts'
import { fillTemplate } from '../../../shared/templates.ts'
import things from '../data/things.json' with { type: 'json' }
import writes from '../data/writes.json' with { type: 'json' }

/** Whose credential a request has: `self` is that of the thing, `client` an application with its secret. */
export type Caller = 'nobody' | 'self' | 'client' | 'operator' | 'account' | 'follower' | 'test' | 'owner'

interface Find {
  /** The list in the response. */
  readonly in: string
  /** The field by which the thing is found. */
  readonly by: string
  /** Its value, with variables. */
  readonly is: string
}

export interface ThingRow {
  /** Things of a lane are written one after the other. */
  readonly lane: string
  /** Paths that show its state; the first one tells whether it exists. */
  readonly reads: readonly string[]
  readonly as: Caller
  /** The record in the response. `data` if absent. */
  readonly record?: string
  readonly find?: Find
  /** Statuses of the first path that mean that it does not exist. */
  readonly gone?: readonly number[]
  /** Fields of the state: a path in the record, in all responses if it begins with a number. `?`: only whether it is there. */
  readonly state: Readonly<Record<string, string>>
  /** How many there are at a time. */
  readonly most: number
  /** It ends by itself after this time. */
  readonly minutes?: number
  /** It changes by itself after a write; its state is checked only when all of it is, and may come so late. */
  readonly settlesMs?: number
  /** A list of all of them, in which each label is once. */
  readonly list?: { readonly path: string; readonly as: Caller; readonly label: string }
}

type Texts = Readonly<Record<string, string>>

export interface WriteRow {
  readonly operation: string
  /** Another request than the operation, such as `POST /mcp`. */
  readonly send?: string
  readonly as: Caller
  /** The kind of thing that it changes. */
  readonly on?: string
  /** Which state the thing must have; `!none`: any other. */
  readonly when?: Texts
  /** Variables that the thing must have. */
  readonly needs?: readonly string[]
  /** How often for each thing. */
  readonly times?: number
  /** The kind of link in the newest email to the thing, whose token it uses. */
  readonly token?: string
  /** Variables that are drawn for each request. */
  readonly draw?: Texts
  readonly body?: unknown
  /** How the body is sent. `page`: to the page that the path leads to, with the token of its form. */
  readonly encoding?: 'form' | 'page' | 'bytes'
  /** Sends the ETag of the thing. */
  readonly match?: boolean
  readonly once?: boolean
  /** Statuses besides 2xx that acknowledge it. */
  readonly ok?: readonly number[]
  /** Statuses that break a promise, because something acknowledged must have been lost. */
  readonly never?: readonly number[]
  /** Fields after it; null deletes the thing. */
  readonly sets?: Texts | null
  /** Fields of the thing's origin after it. */
  readonly setsOrigin?: Texts
  /** Without an answer, it may be done by half. */
  readonly byHalf?: boolean
  /** The kind of thing that it creates, and its first state. */
  readonly makes?: string
  readonly state?: Texts
  /** Variables of its thing after it, besides those from the response. */
  readonly keeps?: Texts
  /** Variables from the response. */
  readonly answer?: Texts
  /** A second request for variables. */
  readonly lookup?: { readonly path: string; readonly as: Caller; readonly find?: Find; readonly answer: Texts }
  /** Variables that the thing loses. */
  readonly drops?: Texts
  /** What it causes once: `type subject`. */
  readonly event?: string
  readonly audit?: string
  /** `kind address` */
  readonly email?: string
}

export const THINGS: Readonly<Record<string, ThingRow>> = things as Record<string, ThingRow>
export const WRITES: readonly WriteRow[] = writes as WriteRow[]

export type Variables = Readonly<Record<string, string>>

/** Replaces `{name}` in all texts; a text that begins with `#` becomes a number. Undefined if a variable is missing. */
export function fill<T>(template: T, variables: Variables, encode: (value: string) => string = String): T | undefined {
  let isMissing = false
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = value.replace(/\{(\w+)\}/g, (_, name: string) => {
        if (variables[name] === undefined) isMissing = true
        return encode(variables[name] ?? '')
      })
      return text.startsWith('#') ? Number(text.slice(1)) : text
    }
    if (Array.isArray(value)) return value.map(filled)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]))
  }
  const result = filled(template) as T
  return isMissing ? undefined : result
}

export function draw(texts: Texts, random: Random, variables: Variables): Variables {
  const drawn: Record<string, string> = {}
  for (const [name, text] of Object.entries(texts)) drawn[name] = fillTemplate(text, random, { ...variables, ...drawn })
  return drawn
}

/** The value at `data.api_key.id`; undefined if there is none. */
// biome-ignore lint/suspicious/noExplicitAny: responses of any version
export function valueAt(body: any, path: string): any {
  return path === '' ? body : path.split('.').reduce((value, name) => value?.[name], body)
}

/** The state of a thing as text, from what its paths answered. Undefined if it does not exist. */
export function stateOf(thing: ThingRow, bodies: readonly unknown[], variables: Variables): string | undefined {
  const { record: path = 'data', find, state } = thing
  if (Object.keys(state).length === 0) return '{}'
  const record = find
    ? // biome-ignore lint/suspicious/noExplicitAny: responses of any version
      (valueAt(bodies[0], find.in) ?? []).find((one: any) => String(one[find.by]) === fill(find.is, variables))
    : valueAt(bodies[0], path)
  if (record === undefined || record === null) return undefined
  const fields = Object.entries(state).map(([name, at]) => {
    const value = valueAt(/^\d/.test(at) ? bodies : record, at.replace(/\?$/, ''))
    return [name, at.endsWith('?') ? (value === null || value === undefined ? 'no' : 'yes') : String(value ?? 'none')]
  })
  return JSON.stringify(Object.fromEntries(fields))
}
