// The contract's schemas as the JSON Schema that a client reads, and a client's JSON as the values the contract reads.
import { z } from 'zod'
import { Fault } from '../kernel/fault.ts'
import type { StringValues } from './mcp-api.ts'

export type JsonSchema = { type: 'object' } & Record<string, unknown>

/** Values that are read from text show what they are, a number or a list, and not how they are read. */
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
      // The way a parameter is read is no part of what it is.
      Reflect.deleteProperty(jsonSchema, 'override')
      Reflect.deleteProperty(jsonSchema, 'param')
    },
  })
  return { ...document, type: 'object', ...(io === 'input' ? { additionalProperties: false } : {}) }
}

type Override = (context: { jsonSchema: object }) => void

/** Numbers, flags and lists as a query string has them; null is as good as nothing. */
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
  const message = `Parameter "${parameter}" must be text, a number, a flag, or a list of them.`
  throw new Fault('invalid_parameter', {
    detail: message,
    errors: [{ parameter, code: 'invalid_parameter', message }],
  })
}
