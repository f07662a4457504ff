// Why a file could not be read, or its job cannot run now: a code, and a sentence for its owner.

/** code → what it means. The docs show the same list. */
export const FILE_PROBLEMS = {
  invalid_file: 'The file could not be read.',
  plan_limit: 'The file has more rows than the plan allows.',
  plan_required: 'The plan does not include building links.',
  quota_exceeded: 'The lookups of this month are used up. The job continues next month, or when the plan changes.',
  account_suspended: 'The account is suspended.',
  internal_error: 'An error inside Plinth. The operator finds it in the log.',
} as const

export type FileProblemCode = keyof typeof FILE_PROBLEMS

export class FileProblem extends Error {
  readonly code: FileProblemCode

  constructor(code: FileProblemCode, detail: string = FILE_PROBLEMS[code]) {
    super(detail)
    this.name = 'FileProblem'
    this.code = code
  }
}
