// Why a feed could not be read: a code, a sentence for its owner, and when to try again.

/** code → what it means. The docs and the portal show the same list. */
export const PROBLEMS = {
  url_refused: 'The URL, or an address its host resolves to, is not allowed.',
  unreachable: 'The server could not be reached, or it closed the connection too early.',
  timeout: 'The server took too long.',
  credentials_refused: 'The server or the token server refused the credentials.',
  rate_limited: 'The server asked Plinth to send fewer requests.',
  server_error: 'The server reported an error of its own.',
  redirected: 'The server redirected the request. Plinth follows no redirects.',
  not_found: 'The URL or the resource does not exist on the server.',
  request_refused: 'The server did not accept the request.',
  not_json: 'The server sent something other than JSON, such as an HTML page.',
  too_large: 'The response was too large.',
  invalid_page: 'A page did not have the expected form.',
  unexpected_rows: 'The server ignored the filter or the order that Plinth asked for.',
  next_link_elsewhere: 'The link to the next page leads to another server.',
  incomplete_file: 'The file ended in the middle of a row.',
  invalid_file: 'The file could not be read.',
  quota_exceeded: 'The lookups of this month are used up. The feed continues next month.',
  plan_limit: 'The plan stores no more listings.',
  plan_required: 'The plan does not include listings.',
  account_suspended: 'The account is suspended.',
  internal_error: 'An error inside Plinth. The operator finds it in the log.',
} as const

export type ProblemCode = keyof typeof PROBLEMS

export class FeedProblem extends Error {
  readonly code: ProblemCode
  /** How long to wait before the next run; the backoff decides if it is missing. */
  readonly retryAfterMs: number | undefined

  constructor(code: ProblemCode, detail: string, retryAfterMs?: number) {
    super(detail)
    this.name = 'FeedProblem'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
