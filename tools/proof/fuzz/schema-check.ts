// Checks a response against its schema.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ApiDocument, Schema } from './openapi.ts'

/** Formats are notes for readers, and OpenAPI adds keywords of its own. */
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const compiled = new WeakMap<Schema, ValidateFunction>()

/** Where and how a value breaks its schema; undefined if it does not. */
export function schemaProblem(value: unknown, schema: Schema, { schemas }: ApiDocument): string | undefined {
  // A schema names others by `#/components/schemas/…`.
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: { schemas } })
  compiled.set(schema, validate)
  if (validate(value)) return undefined
  const [{ instancePath, message } = { instancePath: '', message: '' }] = validate.errors ?? []
  return `${instancePath || '/'} ${message}`
}
