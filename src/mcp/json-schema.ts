// Converts zod schemas to JSON Schema for clients, and client input to query values.
import { z } from 'zod'
import { fieldFault } from '../kernel/fault.ts'
import type { StringValues } from './mcp-api.ts'

export type JsonSchema = { type: 'object' } & Record<string, unknown>

export function inputSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'input')
}

export function outputSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'output')
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = (z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {}) as { override?: Override }
      override?.({ jsonSchema })
      // These describe how a parameter is parsed, not its type.
      Reflect.deleteProperty(jsonSchema, 'override')
      Reflect.deleteProperty(jsonSchema, 'param')
    },
  })
  return { ...document, type: 'object', ...(io === 'input' ? { additionalProperties: false } : {}) }
}

type Override = (context: { jsonSchema: object }) => void

/** Converts input to query-string values. Null counts as absent. */
export function toValues(input: Readonly<Record<string, unknown>>): StringValues {
  const values: StringValues = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === null || value === undefined) continue
    values[name] = Array.isArray(value) ? value.map((item) => toText(name, item)) : toText(name, value)
  }
  return values
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const parameter = name.slice(0, 60)
  const message = `Parameter "${parameter}" must be a string, a number, a boolean, or a list of these.`
  throw fieldFault('invalid_parameter', parameter, message)
}
