// Validates query strings and bodies against schemas.
import type { z } from 'zod'
import type { FaultCode, FaultItem } from '../../../kernel/fault.ts'
import { Fault } from '../../../kernel/fault.ts'
import { say, sentences, term } from '../../../kernel/phrase.ts'
import { nearestWord } from '../../../kernel/text.ts'
import { issueText } from './issue-text.ts'
import type { QueryValues } from './query-string.ts'

type Issue = z.core.$ZodIssue

export function validateQuery<T extends z.ZodObject>(schema: T, values: QueryValues): z.output<T> {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(schema.shape, name))
  const result = schema.safeParse(values)
  if (result.success && unknown.length === 0) return result.data
  const wrong = (result.error?.issues ?? [])
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map((issue): FaultItem => {
      const parameter = String(issue.path[0])
      if (values[parameter] === undefined)
        return { parameter, code: 'missing_parameter', message: say`Parameter "${parameter}" is required.` }
      const message = say`Parameter "${parameter}" ${term(issueText(issue))}.`
      return { parameter, code: codeOf(issue), message, ...hints(issue) }
    })
  // All at once, so that a caller mends them in one go.
  throw invalid([...unknownParameters(unknown, schema.shape), ...wrong])
}

function unknownParameters(unknown: readonly string[], known: object): FaultItem[] {
  return unknown.slice(0, 10).map((name) => {
    const near = nearestWord(name, Object.keys(known))
    const label = name.slice(0, 60)
    return {
      parameter: label,
      code: 'unknown_parameter',
      message: near ? say`Unknown parameter "${label}". Did you mean "${near}"?` : say`Unknown parameter "${label}".`,
      ...(near ? { did_you_mean: near } : {}),
    }
  })
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
          message: say`Unknown field "${key.slice(0, 60)}".`,
        }))
      const missing = issue.code !== 'custom' && valueAt(body, issue.path) === undefined
      return [
        {
          pointer,
          code: missing ? 'missing_parameter' : codeOf(issue),
          message: missing ? say`"${pointer}" is required.` : say`"${pointer || '/'}" ${term(issueText(issue))}.`,
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
  const { code } = errors[0]!
  return new Fault(code, { detail: sentences(errors.map(({ message }) => message)), errors })
}

function paramsOf(issue: Issue): Record<string, unknown> {
  return issue.code === 'custom' ? (issue.params ?? {}) : {}
}

function codeOf(issue: Issue): FaultCode {
  return (paramsOf(issue).fault as FaultCode | undefined) ?? 'invalid_parameter'
}

function hints(issue: Issue): Pick<FaultItem, 'allowed' | 'did_you_mean'> {
  if (issue.code === 'invalid_value') return { allowed: issue.values.map(String) }
  const { allowed, did_you_mean } = paramsOf(issue) as Pick<FaultItem, 'allowed' | 'did_you_mean'>
  return { ...(allowed ? { allowed } : {}), ...(did_you_mean ? { did_you_mean } : {}) }
}
