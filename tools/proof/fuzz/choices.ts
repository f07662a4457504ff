// Valid inputs one after the other: each value of a field with few of them, each optional field, each page and link.
import type { Random } from '../../shared/random.ts'
import { inputFor } from './api-inputs.ts'
import { isQuick } from './characters.ts'
import type { CredentialKind, HttpInput } from './input.ts'
import type { ApiDocument, Operation, Schema } from './openapi.ts'
import { pageChoice, pageCount } from './page-inputs.ts'
import { pickCredential } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'
import type { Forced } from './valid-values.ts'

interface Choice {
  readonly operation: Operation
  readonly forced: Forced
}

const MAX_DEPTH = 4
/** Pages look different for a visitor, an owner and a curator. */
const READERS: readonly CredentialKind[] = ['none', 'owner', 'curator']

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

export const choiceCount = ({ document, links }: Surroundings): number =>
  choicesOf(document).length + READERS.length * (links.length + pageCount)

export function choiceInput(n: number, dice: Random, world: Surroundings): HttpInput {
  const choices = choicesOf(world.document)
  const choice = choices[n]
  if (choice) {
    const { operation, forced } = choice
    return inputFor(operation, 'valid', pickCredential(operation.path, dice), dice, world, forced)
  }
  const pages = world.links.length + pageCount
  const at = n - choices.length
  return pageChoice(at % pages, READERS[Math.floor(at / pages) % READERS.length]!, dice, world)
}
