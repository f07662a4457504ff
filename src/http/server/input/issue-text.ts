// What is wrong with a value, as the end of a sentence: `must be a number`.
import type { z } from 'zod'
import type { Text } from '../../../kernel/phrase.ts'
import { say } from '../../../kernel/phrase.ts'

type Issue = z.core.$ZodIssue

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a timestamp such as 2026-11-14T09:00:00Z',
  date: 'must be a date such as 2026-11-14',
  email: 'must be an email address',
  url: 'must be a URL',
}

export function issueText(issue: Issue): Text {
  if (issue.code === 'custom') return (issue.params?.text as Text | undefined) ?? issue.message
  // The schema has its own words for this.
  if (!/^(Invalid|Too|Unrecognized) /.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_value':
      return say`must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'is not valid'
    case 'invalid_format':
      return FORMATS[issue.format] ?? (issue.pattern ? say`must match the pattern ${issue.pattern}` : 'is not valid')
    case 'too_big':
      return atMost(issue.origin, String(issue.maximum))
    case 'too_small':
      return atLeast(issue.origin, String(issue.minimum))
    default:
      return 'is not valid'
  }
}

function atMost(origin: string, count: string): Text {
  if (origin === 'string') return say`must have at most ${count} characters`
  if (origin === 'array') return say`must have at most ${count} items`
  return say`must be at most ${count}`
}

function atLeast(origin: string, count: string): Text {
  if (origin === 'string') return count === '1' ? 'must not be empty' : say`must have at least ${count} characters`
  if (origin === 'array') return count === '1' ? 'must not be empty' : say`must have at least ${count} items`
  return say`must be at least ${count}`
}
