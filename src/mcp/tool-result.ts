// What goes back to a model: the answer with its structured content, or what went wrong and what to do about it.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { FAULTS, Fault } from '../kernel/fault.ts'
import { cleanText, cleanValue, oneLine } from './clean-text.ts'

export function toolResult(text: string, answer: unknown): CallToolResult {
  return {
    content: [{ type: 'text', text: cleanText(text) }],
    structuredContent: cleanValue(answer) as Record<string, unknown>,
  }
}

/** A refusal is an answer to the tool call, so that the model can read it and act. */
export function errorResult(fault: Fault): CallToolResult {
  return { content: [{ type: 'text', text: faultText(fault) }], isError: true }
}

/** What to do about it, where the code alone tells. */
const ADVICE: Readonly<Record<string, string>> = {
  plan_required: 'Tell the user that their plan does not include this; do not try again.',
  insufficient_scope: 'Tell the user that their key or sign-in does not allow this; do not try again.',
  project_not_found: 'Find its id with search_projects or resolve_building.',
  floor_plan_not_found: 'Find its id with list_floor_plans.',
  quota_exceeded: 'Tell the user that their quota is used up.',
  invalid_cursor: 'Repeat the first call without a cursor.',
  temporarily_unavailable: 'Try again in a few seconds.',
  internal_error: 'Try once more; if it fails again, tell the user.',
}

export function faultText(fault: Fault): string {
  const { code, options } = fault
  const lines = [`Error ${code}: ${oneLine(fault.message, 600)}`]
  for (const { allowed, did_you_mean } of options.errors ?? []) {
    if (did_you_mean) lines.push(`Did you mean ${oneLine(did_you_mean)}?`)
    if (allowed) lines.push(`Allowed: ${oneLine(allowed.join(', '), 600)}`)
  }
  for (const [name, value] of Object.entries(options.extra ?? {}))
    lines.push(`${name}: ${oneLine([value].flat().join(', '), 300)}`)
  if (options.retryAfterSeconds !== undefined) lines.push(`Try again after ${options.retryAfterSeconds} s.`)
  if (ADVICE[code]) lines.push(ADVICE[code])
  return lines.join('\n')
}

/** What is not a fault of the caller's has broken on our side, and its text stays here. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('internal_error', { detail: `${FAULTS.internal_error[1]}.`, cause: error })
}
