// A mapping file: which column of somebody's CSV is which field of ours, and what is the same for every row.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { nearestWord } from '../../kernel/text.ts'
import { cleanText, quoted } from './draft.ts'
import { TEXT_FIELDS } from './row-fields.ts'

const text = z.string().min(1).max(200)

export const Mapping = z.strictObject({
  /** Column → field; null leaves a column out without a word. */
  columns: z.record(text, text.nullable()).default({}),
  /** The column that names a row for good, or several that do so together. */
  key: z.union([text, z.array(text).min(1).max(5)]).optional(),
  /** Field → the value of every row that does not say otherwise. */
  constants: z.record(text, z.union([z.string().max(2000), z.number()])).default({}),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
})
export type Mapping = z.infer<typeof Mapping>

const LARGEST = 1024 * 1024

export async function readMapping(path: string): Promise<Mapping> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Fault('invalid_parameter', { detail: `${cleanText(path)} cannot be read (${error.code}).` })
  })
  return parseMapping(content, path)
}

export function parseMapping(content: string, name: string): Mapping {
  const wrong = (detail: string) => new Fault('invalid_parameter', { detail: `${cleanText(name)}: ${detail}` })
  if (content.length > LARGEST) throw wrong('it is too large for a mapping.')
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw wrong('it is not valid JSON.')
  }
  const parsed = Mapping.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrong(`${issue!.path.join('.') || 'the mapping'}: ${issue!.message}`)
  }
  const { columns, constants } = parsed.data
  for (const field of [...Object.values(columns), ...Object.keys(constants)]) {
    if (field === null || Object.hasOwn(TEXT_FIELDS, field)) continue
    const meant = nearestWord(field, Object.keys(TEXT_FIELDS))
    throw wrong(`there is no field ${quoted(field)}${meant ? `; did you mean ${meant}?` : '.'}`)
  }
  return parsed.data
}

export const NO_MAPPING: Mapping = { columns: {}, constants: {} }
