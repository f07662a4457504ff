// Tool results: text with structured content, or an error with advice.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { FAULTS, Fault } from '../kernel/fault.ts'
import { cleanText, cleanValue, oneLine } from './clean-text.ts'

export function toolResult(text: string, answer: unknown): CallToolResult {
  return {
    content: [{ type: 'text', text: cleanText(text) }],
    structuredContent: cleanValue(answer) as Record<string, unknown>,
  }
}

/** Errors are tool results, so that the model can read them and act. */
export function errorResult(fault: Fault): CallToolResult {
  return { content: [{ type: 'text', text: faultText(fault) }], isError: true }
}

/** What the model should do, for codes with a standard remedy. */
const ADVICE: Readonly<Record<string, string>> = {
  plan_required: 'Tell the user that their plan does not include this feature. Do not try again.',
  insufficient_scope: 'Tell the user that their credentials do not allow this. Do not try again.',
  project_not_found: 'Find the project id with search_projects or resolve_building.',
  building_not_found: 'Find the building id with resolve_building or find_buildings.',
  floor_plan_not_found: 'Find the floor plan id with list_floor_plans.',
  quota_exceeded: 'Tell the user which limit is used up, when it resets and how to get more. Do not try again.',
  invalid_cursor: 'Repeat the first call without a cursor.',
  dataset_loading: 'Tell the user that the dataset is still being created, and try again after the delay.',
  temporarily_unavailable: 'Try again in a few seconds.',
  internal_error: 'Try again once. If it fails again, tell the user.',
}

export function faultText(fault: Fault): string {
  const { code, options } = fault
  const lines = [`Error ${code}: ${oneLine(fault.message, 600)}`]
  for (const { allowed, did_you_mean } of options.errors ?? []) {
    if (did_you_mean) lines.push(`Did you mean ${oneLine(did_you_mean)}?`)
    if (allowed) lines.push(`Allowed: ${oneLine(allowed.join(', '), 600)}`)
  }
  for (const [name, value] of Object.entries(options.extra ?? {}))
    lines.push(`${name}: ${oneLine([value].flat().map(textOf).join(', '), 300)}`)
  if (options.retryAfterSeconds !== undefined) lines.push(`Try again after ${options.retryAfterSeconds} s.`)
  if (ADVICE[code]) lines.push(ADVICE[code])
  return lines.join('\n')
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Unexpected errors become `internal_error`, without their message. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('internal_error', { detail: `${FAULTS.internal_error[1]}.`, cause: error })
}
