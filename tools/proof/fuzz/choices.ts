// Inputs one after the other: each value of a field with few of them, each optional field and its limit, each page and link.
import type { Random } from '../../shared/random.ts'
import { inputFor } from './api-inputs.ts'
import { wholeCount, wholeInput } from './byte-inputs.ts'
import { ALL_CHARACTERS, isQuick } from './characters.ts'
import site from './data/site.json' with { type: 'json' }
import type { CredentialKind, Headers, HttpInput, Input } from './input.ts'
import { knownCount, knownRequest } from './known-requests.ts'
import type { ApiDocument, Operation, Schema } from './openapi.ts'
import { consentChoice, consentCount, pageChoice, pageCount } from './page-inputs.ts'
import { pickCredential } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'
import type { Forced } from './valid-values.ts'
import { isFileName, isUrlName, takesText } from './valid-values.ts'

interface Choice {
  readonly operation: Operation
  readonly forced: Forced
}

const MAX_DEPTH = 4
/** Pages look different for a visitor, an owner and a curator. */
const READERS: readonly CredentialKind[] = ['none', 'owner', 'curator']

/** Longer texts do not fit into a URL. */
const MAX_TEXT = 4000

/** The first values that are not allowed. */
function beyondOf({
  minimum = 0,
  maximum,
  minLength,
  maxLength = MAX_TEXT,
  maxItems,
  ...s
}: Schema): readonly unknown[] {
  if (maximum !== undefined) return [minimum - 1, maximum + 1]
  if (maxItems !== undefined) return [[], Array<string>(maxItems + 1).fill('1')]
  if (s.pattern !== undefined || s.format !== undefined) return ['no such text']
  return minLength === undefined ? [] : ['', ...(maxLength < MAX_TEXT ? ['x'.repeat(maxLength + 1)] : [])]
}

const known = new WeakMap<ApiDocument, readonly Choice[]>()

function choicesOf(document: ApiDocument): readonly Choice[] {
  const all =
    known.get(document) ??
    document.operations.filter(isQuick).flatMap((operation) => {
      const forced = new Map<string, Forced>([['', { name: '' }]])
      const add = (name: string, value?: unknown) => forced.set(`${name} ${value}`, { name, value })
      const visit = (name: string, schema: Schema, depth: number): void => {
        const s = document.resolve(schema)
        const values = s.enum ?? (s.const !== undefined ? [s.const] : s.type === 'boolean' ? [true, false] : [])
        for (const value of values) add(name, value)
        if (values.length === 0) add(name)
        if (takesText(s) && !isUrlName(name) && !isFileName(name))
          forced.set(`${name} text`, { name, text: ALL_CHARACTERS })
        for (const beyond of beyondOf(s)) forced.set(`${name} beyond ${beyond}`, { name, beyond })
        for (const one of s.anyOf ?? s.oneOf ?? s.allOf ?? []) visit(name, one, depth)
        if (s.items) visit(name, s.items, depth)
        if (depth < MAX_DEPTH) for (const [own, one] of Object.entries(s.properties ?? {})) visit(own, one, depth + 1)
      }
      for (const { name, schema } of operation.parameters) visit(name, schema, 0)
      for (const { schema = {} } of Object.values(operation.body)) visit('', schema, 0)
      return [...forced.values()].map((one) => ({ operation, forced: one }))
    })
  known.set(document, all)
  return all
}

/** Known requests are the first choices. */
export const choiceCount = (world: Surroundings): number =>
  knownCount +
  choicesOf(world.document).length +
  world.nextPages.length +
  consentCount(world) +
  wholeCount +
  READERS.length * (world.links.length + pageCount)

/** Headers that a program or a browser sends. */
const HEADERS = site.headers as readonly unknown[] as Headers
const HEADER_SHARE = 0.5

const withHeader = (input: HttpInput, dice: Random): HttpInput =>
  dice.chance(HEADER_SHARE) ? { ...input, headers: [...input.headers, dice.pick(HEADERS)] } : input

export function choiceInput(n: number, dice: Random, world: Surroundings): Input {
  const choices = choicesOf(world.document)
  if (n < knownCount) return knownRequest(n, dice, world)
  const choice = choices[n - knownCount]
  if (choice) {
    const { operation, forced } = choice
    return withHeader(inputFor(operation, 'valid', pickCredential(operation.path, dice), dice, world, forced), dice)
  }
  const at = n - knownCount - choices.length
  const next = world.nextPages[at]
  if (next) return next
  const consent = at - world.nextPages.length
  if (consent < consentCount(world)) return consentChoice(consent, dice, world)
  const pages = world.links.length + pageCount
  const whole = consent - consentCount(world)
  if (whole < wholeCount) return wholeInput(whole, dice)
  const page = whole - wholeCount
  return withHeader(pageChoice(page % pages, READERS[Math.floor(page / pages) % READERS.length]!, dice, world), dice)
}
