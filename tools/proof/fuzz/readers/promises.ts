// What readers promise about their results: every refusal has a reason, and texts can be stored.

interface Rejected {
  readonly line?: number
  readonly key: string | null
  readonly column?: string | null
  readonly reason: string
}

const MAX_REASON = 1000
const SHOWN = 80

/** Text that no database stores: zero characters and halves of surrogate pairs. */
export function uncleanText(value: unknown, of: string): string | null {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\u0000')
      ? null
      : `${of} has unclean text: ${JSON.stringify(value.slice(0, SHOWN))}`
  if (value === null || typeof value !== 'object') return null
  for (const [name, item] of Object.entries(value)) {
    const found = uncleanText(name, of) ?? uncleanText(item, of)
    if (found) return found
  }
  return null
}

export function rejectedProblem(rejected: Rejected): string | null {
  const { line, reason } = rejected
  if (line !== undefined && !Number.isSafeInteger(line)) return `a rejected row has the line ${line}`
  if (reason.trim() === '') return 'a rejected row has no reason'
  if (reason.length > MAX_REASON) return `a reason has ${reason.length} characters: ${reason.slice(0, SHOWN)}`
  return uncleanText(rejected, 'a rejected row')
}

export function listProblem<T>(list: readonly T[], problemOf: (item: T) => string | null): string | null {
  for (const item of list) {
    const problem = problemOf(item)
    if (problem) return problem
  }
  return null
}
