// Parquet columns of a record: lists, structs, days and instants have their own types.
import type { SchemaElement } from 'hyparquet'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

interface Field {
  /** The column and what is in it. */
  elements(name: string, isNullable: boolean): SchemaElement[]
  /** A value of the record as the writer takes it; never null. */
  value(value: never): unknown
}

const leaf = (type: Partial<SchemaElement>, value: (value: never) => unknown = (same: unknown) => same): Field => ({
  elements: (name, isNullable) => [{ name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED', ...type }],
  value,
})

const TEXT = leaf({ type: 'BYTE_ARRAY', converted_type: 'UTF8' })
/** Values without a fixed shape. */
const JSON_TEXT = leaf({ type: 'BYTE_ARRAY', converted_type: 'JSON' })

const SCALARS: Readonly<Record<string, Field>> = {
  string: TEXT,
  // Readers take an instant for a time of any zone unless it says that it is UTC.
  'date-time': leaf(
    { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
    (text: string) => new Date(text),
  ),
  date: leaf({ type: 'INT32', converted_type: 'DATE' }, (text: string) => new Date(text)),
  integer: leaf({ type: 'INT64' }, (value: number) => BigInt(value)),
  number: leaf({ type: 'DOUBLE' }),
  boolean: leaf({ type: 'BOOLEAN' }),
}

export function fieldOf(type: z.ZodType): Field {
  const schema = z.toJSONSchema(type, { io: 'input' }) as JsonSchema
  return fieldIn(schema, schema.$defs ?? {})
}

function fieldIn(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): Field {
  const { $ref, anyOf, items, properties, format } = schema
  if ($ref) return fieldIn(named[$ref.slice('#/$defs/'.length)] ?? {}, named)
  const others = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== 'null')
  if (others) return others.length === 1 ? fieldIn(others[0]!, named) : JSON_TEXT
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (types.length !== 1) return JSON_TEXT
  if (types[0] === 'array') return listOf(fieldIn((items ?? {}) as JsonSchema, named))
  if (properties)
    return structOf(Object.entries(properties).map(([name, one]) => [name, fieldIn(one as JsonSchema, named)]))
  return SCALARS[format ?? ''] ?? SCALARS[types[0]!] ?? JSON_TEXT
}

const valueOrNull = (field: Field, value: unknown): unknown => (value == null ? null : field.value(value as never))

function listOf(item: Field): Field {
  return {
    elements: (name, isNullable) => [
      { name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...item.elements('element', true),
    ],
    value: (items: readonly unknown[]) => items.map((one) => valueOrNull(item, one)),
  }
}

/** Its fields may be missing: not every record has them. */
function structOf(fields: readonly (readonly [string, Field])[]): Field {
  return {
    elements: (name, isNullable) => [
      { name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED', num_children: fields.length },
      ...fields.flatMap(([child, field]) => field.elements(child, true)),
    ],
    value: (record: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(fields.map(([name, field]) => [name, valueOrNull(field, record[name])])),
  }
}
