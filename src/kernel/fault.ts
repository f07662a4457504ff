// The one error class of the product. Codes are a closed list; every door translates them once.

/** code → HTTP status and title. The list of api section 8; adding a code is adding a row. */
export const FAULTS = {
  missing_parameter: [400, 'A required parameter is missing'],
  invalid_parameter: [400, 'A parameter has an invalid value'],
  unknown_parameter: [400, 'A parameter is not known here'],
  address_too_long: [400, 'The address is too long'],
  invalid_cursor: [400, 'The cursor is not valid for this query'],
  malformed_json: [400, 'The body is not valid JSON'],
  invalid_encoding: [400, 'The text is not clean UTF-8'],
  credentials_in_url: [400, 'Credentials do not belong in a URL'],
  missing_credentials: [401, 'No credentials were sent'],
  invalid_api_key: [401, 'The API key is not valid'],
  invalid_token: [401, 'The access token is not valid'],
  invalid_credentials: [401, 'The e-mail address or the password is wrong'],
  expired_credentials: [401, 'The credentials have expired'],
  revoked_credentials: [401, 'The credentials were revoked'],
  plan_required: [403, 'Your plan does not include this'],
  insufficient_scope: [403, 'The credentials lack a scope'],
  csrf_token_invalid: [403, 'The request does not come from our own pages'],
  origin_not_allowed: [403, 'Pages of this origin may not call here'],
  account_suspended: [403, 'The account is suspended'],
  signature_invalid: [403, 'The signed URL is not valid any more'],
  route_not_found: [404, 'There is nothing at this path'],
  project_not_found: [404, 'No such project'],
  floor_plan_not_found: [404, 'No such floor plan'],
  media_not_found: [404, 'No such media'],
  endpoint_not_found: [404, 'No such webhook endpoint'],
  delivery_not_found: [404, 'No such delivery'],
  key_not_found: [404, 'No such API key'],
  account_not_found: [404, 'No such account'],
  person_not_found: [404, 'No such person'],
  application_not_found: [404, 'No such application'],
  grant_not_found: [404, 'No such consent'],
  case_not_found: [404, 'No such case'],
  decision_not_found: [404, 'No such decision'],
  correction_not_found: [404, 'No such correction'],
  merge_not_found: [404, 'No such merge'],
  import_not_found: [404, 'No such import'],
  version_not_found: [404, 'No such version of the dataset'],
  method_not_allowed: [405, 'This path does not take this method'],
  not_acceptable: [406, 'No acceptable representation'],
  request_timeout: [408, 'The request took too long to arrive'],
  payload_too_large: [413, 'The body is too large'],
  uri_too_long: [414, 'The URL is too long'],
  unsupported_media_type: [415, 'This content type is not taken here'],
  range_not_satisfiable: [416, 'The file has no such bytes'],
  headers_too_large: [431, 'The headers are too large'],
  state_conflict: [409, 'The object is not in a state for this'],
  idempotency_in_progress: [409, 'The first request with this Idempotency-Key is still running'],
  link_expired: [410, 'The mailed link is not good any more'],
  sync_token_expired: [410, 'The position is older than what is kept'],
  project_removed: [410, 'The project was removed'],
  precondition_failed: [412, 'Somebody else changed it first'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request'],
  invalid_transition: [422, 'This status change is not in the table'],
  webhook_url_rejected: [422, 'This webhook URL cannot be used'],
  rate_limited: [429, 'Too many requests'],
  quota_exceeded: [429, 'The monthly quota is used up'],
  internal_error: [500, 'Something broke on our side'],
  overloaded: [503, 'Too busy to answer well'],
  temporarily_unavailable: [503, 'A part we need is away for the moment'],
} as const satisfies Record<string, readonly [number, string]>

export type FaultCode = keyof typeof FAULTS

/** One thing wrong with the request: where it is, what it is, and what would be right. */
export interface FaultItem {
  readonly parameter?: string
  readonly pointer?: string
  readonly code: FaultCode
  readonly message: string
  readonly allowed?: readonly string[]
  readonly did_you_mean?: string
}

export interface FaultOptions {
  readonly detail?: string
  readonly errors?: readonly FaultItem[]
  /** Members added to the problem document, such as `required_plans`. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

export class Fault extends Error {
  readonly code: FaultCode
  readonly status: number
  readonly options: FaultOptions

  constructor(code: FaultCode, options: FaultOptions = {}) {
    super(options.detail ?? FAULTS[code][1], { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.status = FAULTS[code][0]
    this.options = options
  }
}

/** Exit codes of the command line; scripts rely on them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  locked: 3,
  incompatible: 4,
  unreachable: 5,
} as const

export type ExitReason = keyof typeof EXIT

/** The process cannot go on: said to a person on standard error, without a stack, and as an exit code. */
export class Stop extends Error {
  readonly exitCode: number
  readonly advice: string

  constructor(reason: ExitReason, message: string, advice = '') {
    super(message)
    this.name = 'Stop'
    this.exitCode = EXIT[reason]
    this.advice = advice
  }
}
