// Mapping files: which CSV column is which field, and constant values.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { reasonOfFileError } from '../../kernel/system-errors.ts'
import { nearestWord } from '../../kernel/text.ts'
import { cleanText, quoted } from '../record/draft.ts'
import { Definition } from './openaddresses-definition.ts'
import { TEXT_FIELDS } from './row-fields.ts'

const text = z.string().min(1).max(200)

export const Mapping = z.strictObject({
  /** Column → field; null ignores a column. `#2` is the second column of a file without a header. */
  columns: z.record(text, text.nullable()).default({}),
  /** The column with the stable row key, or several that form it together. */
  key: z.union([text, z.array(text).min(1).max(5)]).optional(),
  /** Field → default value for every row. */
  constants: z.record(text, z.union([z.string().max(2000), z.number()])).default({}),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  /** Sources with one line per dwelling: buildings with fewer dwellings are left out. */
  min_units: z.int().min(1).max(1000).optional(),
  /** For the format `openaddresses`: a definition as OpenAddresses publishes it. */
  definition: Definition.optional(),
})
export type Mapping = z.infer<typeof Mapping>

const MAX_LENGTH = 1024 * 1024

export async function readMapping(path: string): Promise<Mapping> {
  const content = await readFile(path, 'utf8').catch((error) => {
    throw new Fault('invalid_parameter', {
      detail: `Cannot read ${cleanText(path)}: ${reasonOfFileError(error) ?? 'the disk reports an error'}.`,
    })
  })
  return parseMapping(content, path)
}

export function parseMapping(content: string, name: string): Mapping {
  const invalid = (detail: string) => new Fault('invalid_parameter', { detail: `${cleanText(name)}: ${detail}` })
  if (content.length > MAX_LENGTH) throw invalid('the mapping is too large. The limit is 1 MiB.')
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw invalid('the mapping is not valid JSON.')
  }
  const isDefinition = typeof value === 'object' && value !== null && 'layers' in value
  const parsed = Mapping.safeParse(isDefinition ? { definition: value } : value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`${issue!.path.join('.') || 'the mapping'}: ${issue!.message}`)
  }
  const { columns, constants } = parsed.data
  for (const field of [...Object.values(columns), ...Object.keys(constants)]) {
    if (field === null || Object.hasOwn(TEXT_FIELDS, field)) continue
    const suggestion = nearestWord(field, Object.keys(TEXT_FIELDS))
    throw invalid(`the field ${quoted(field)} does not exist${suggestion ? `; did you mean ${suggestion}?` : '.'}`)
  }
  return parsed.data
}

export const NO_MAPPING: Mapping = { columns: {}, constants: {} }
