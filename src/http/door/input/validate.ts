// Validates query strings and bodies against schemas.
import type { z } from 'zod'
import type { FaultCode, FaultItem } from '../../../kernel/fault.ts'
import { Fault } from '../../../kernel/fault.ts'
import { nearestWord } from '../../../kernel/text.ts'
import type { QueryValues } from './query-string.ts'

type Issue = z.core.$ZodIssue

interface Parameters {
  readonly fields: ReadonlyMap<string, z.ZodType>
  readonly required: readonly string[]
}

const parametersBySchema = new WeakMap<z.ZodObject, Parameters>()

function parametersOf(schema: z.ZodObject): Parameters {
  let parameters = parametersBySchema.get(schema)
  if (!parameters) {
    const fields = new Map(Object.entries(schema.shape as Record<string, z.ZodType>))
    const required = [...fields].filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
    parameters = { fields, required }
    parametersBySchema.set(schema, parameters)
  }
  return parameters
}

export function validateQuery<T extends z.ZodObject>(schema: T, values: QueryValues): z.output<T> {
  const { fields, required } = parametersOf(schema)
  const names = Object.keys(values)
  if (!names.every((name) => fields.has(name))) throw unknownParameters(names, fields)
  // Parses only the fields that were sent: most requests use two of thirty parameters.
  const out: Record<string, unknown> = {}
  const errors: FaultItem[] = []
  for (const parameter of names) {
    const result = fields.get(parameter)!.safeParse(values[parameter])
    if (result.success) out[parameter] = result.data
    else
      for (const issue of result.error.issues)
        errors.push({
          parameter,
          code: codeOf(issue),
          message: `Parameter "${parameter}" ${describe(issue)}.`,
          ...hints(issue),
        })
  }
  for (const parameter of required)
    if (values[parameter] === undefined)
      errors.push({ parameter, code: 'missing_parameter', message: `Parameter "${parameter}" is required.` })
  if (errors.length > 0) throw invalid(errors)
  return out as z.output<T>
}

function unknownParameters(names: readonly string[], fields: Parameters['fields']): Fault {
  const unknown = names.filter((name) => !fields.has(name))
  return invalid(
    unknown.slice(0, 10).map((name) => {
      const near = nearestWord(name, fields.keys())
      const label = name.slice(0, 60)
      return {
        parameter: label,
        code: 'unknown_parameter',
        message: near ? `Unknown parameter "${label}". Did you mean "${near}"?` : `Unknown parameter "${label}".`,
        ...(near ? { did_you_mean: near } : {}),
      }
    }),
  )
}

export function validateBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalid(
    result.error.issues.flatMap((issue): FaultItem[] => {
      const pointer = issue.path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
      if (issue.code === 'unrecognized_keys')
        return issue.keys.slice(0, 10).map((key) => ({
          pointer: `${pointer}/${key.slice(0, 60)}`,
          code: 'unknown_parameter',
          message: `Unknown field "${key.slice(0, 60)}".`,
        }))
      const missing = issue.code !== 'custom' && valueAt(body, issue.path) === undefined
      return [
        {
          pointer,
          code: missing ? 'missing_parameter' : codeOf(issue),
          message: missing ? `"${pointer}" is required.` : `"${pointer || '/'}" ${describe(issue)}.`,
          ...hints(issue),
        },
      ]
    }),
  )
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step], body)
}

/** The first item sets the code of the whole response. */
function invalid(errors: readonly FaultItem[]): Fault {
  const code: FaultCode = errors[0]?.code ?? 'invalid_parameter'
  return new Fault(code, { detail: errors.map((error) => error.message).join(' '), errors })
}

function paramsOf(issue: Issue): Record<string, unknown> {
  return issue.code === 'custom' ? (issue.params ?? {}) : {}
}

function codeOf(issue: Issue): FaultCode {
  return (paramsOf(issue).fault as FaultCode | undefined) ?? 'invalid_parameter'
}

function describe(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'custom') return issue.message
  return `is not valid: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`
}

function hints(issue: Issue): Pick<FaultItem, 'allowed' | 'did_you_mean'> {
  if (issue.code === 'invalid_value') return { allowed: issue.values.map(String) }
  const { allowed, did_you_mean } = paramsOf(issue) as Pick<FaultItem, 'allowed' | 'did_you_mean'>
  return { ...(allowed ? { allowed } : {}), ...(did_you_mean ? { did_you_mean } : {}) }
}
