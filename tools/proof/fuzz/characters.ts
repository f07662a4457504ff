// Every text field of every operation, and every kind of character that a program may not expect in it.
import type { Random } from '../../shared/random.ts'
import KINDS from './data/characters.json' with { type: 'json' }
import shares from './data/operation-shares.json' with { type: 'json' }
import type { ApiDocument, Operation, Schema } from './openapi.ts'
import type { Forced } from './valid-values.ts'
import { isFileName, isUrlName, takesText } from './valid-values.ts'

const SHARES: Readonly<Record<string, number>> = shares

/** All kinds that a text may have, without control characters and halves of surrogate pairs. */
export const ALL_CHARACTERS = KINDS.map(({ text }) => text)
  .filter((text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
  .join('')

interface Field {
  readonly operation: Operation
  readonly name: string
}

/** One that takes many seconds would be most of the time of a run. */
export const isQuick = ({ id }: Operation): boolean => (SHARES[id] ?? 1) > 0.005

const fields = new WeakMap<ApiDocument, readonly Field[]>()

/** The n-th operation and field, all with one kind of character before the first with the next. Its neighbours follow by chance. */
export function characterOf(n: number, document: ApiDocument, dice: Random): { operation: Operation; forced: Forced } {
  let all = fields.get(document)
  if (!all) {
    all = document.operations
      .filter(isQuick)
      .flatMap((operation) => [...new Set(textFields(operation, document))].map((name) => ({ operation, name })))
    fields.set(document, all)
  }
  const { operation, name } = all[n % all.length]!
  const { text } = KINDS[Math.floor(n / all.length) % KINDS.length]!
  return { operation, forced: { name, text: dice.chance(0.5) ? `x${text}1` : text } }
}

function textFields({ parameters, body }: Operation, { resolve }: ApiDocument): string[] {
  const names: string[] = []
  const add = (name: string, schema: Schema, depth: number): void => {
    const s = resolve(schema)
    for (const choice of s.anyOf ?? s.oneOf ?? s.allOf ?? []) add(name, choice, depth)
    if (s.items) add(name, s.items, depth)
    if (depth < 4) for (const [own, value] of Object.entries(s.properties ?? {})) add(own, value, depth + 1)
    if (takesText(s) && name !== '' && !isUrlName(name) && !isFileName(name)) names.push(name)
  }
  for (const { in: place, name, schema } of parameters) if (place !== 'header') add(name, schema, 0)
  for (const { schema = {} } of Object.values(body)) add('', schema, 0)
  return names
}
