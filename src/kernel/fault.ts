// The error class of the product, with a closed list of codes.
import type { Text } from './phrase.ts'

/** code → HTTP status and title. */
export const FAULTS = {
  missing_parameter: [400, 'A required parameter is missing'],
  invalid_parameter: [400, 'A parameter has an invalid value'],
  unknown_parameter: [400, 'Unknown parameter'],
  address_too_long: [400, 'The address is too long'],
  invalid_cursor: [400, 'The cursor is not valid for this query'],
  malformed_json: [400, 'The body is not valid JSON'],
  invalid_encoding: [400, 'The text is not valid UTF-8'],
  credentials_in_url: [400, 'Credentials must not be in the URL'],
  missing_credentials: [401, 'No credentials were sent'],
  invalid_api_key: [401, 'The API key is not valid'],
  invalid_token: [401, 'The access token is not valid'],
  invalid_credentials: [401, 'Wrong email address or password'],
  expired_credentials: [401, 'The credentials have expired'],
  revoked_credentials: [401, 'The credentials were revoked'],
  plan_required: [403, 'Your plan does not include this'],
  plan_limit: [403, 'A limit of your plan is reached'],
  insufficient_scope: [403, 'The credentials lack a scope'],
  credential_not_accepted: [403, 'This kind of credential is not accepted here'],
  account_role_required: [403, 'Your role does not allow this'],
  csrf_token_invalid: [403, 'The CSRF token is missing or invalid'],
  origin_not_allowed: [403, 'Requests from this origin are not allowed'],
  account_suspended: [403, 'The account is suspended'],
  signature_invalid: [403, 'The signed URL is invalid or expired'],
  route_not_found: [404, 'Page not found'],
  project_not_found: [404, 'Project not found'],
  building_not_found: [404, 'Building not found'],
  floor_plan_not_found: [404, 'Floor plan not found'],
  media_not_found: [404, 'Media item not found'],
  endpoint_not_found: [404, 'Webhook endpoint not found'],
  delivery_not_found: [404, 'Delivery not found'],
  listing_not_found: [404, 'Listing not found'],
  home_not_found: [404, 'Home not found'],
  feed_not_found: [404, 'Feed not found'],
  file_not_found: [404, 'File not found'],
  key_not_found: [404, 'API key not found'],
  account_not_found: [404, 'Account not found'],
  person_not_found: [404, 'Person not found'],
  invitation_not_found: [404, 'Invitation not found'],
  application_not_found: [404, 'Application not found'],
  grant_not_found: [404, 'Consent not found'],
  case_not_found: [404, 'Case not found'],
  decision_not_found: [404, 'Decision not found'],
  correction_not_found: [404, 'Correction not found'],
  merge_not_found: [404, 'Merge not found'],
  import_not_found: [404, 'Import not found'],
  version_not_found: [404, 'Dataset version not found'],
  method_not_allowed: [405, 'Method not allowed'],
  not_acceptable: [406, 'No acceptable representation'],
  request_timeout: [408, 'Request timeout'],
  payload_too_large: [413, 'The body is too large'],
  uri_too_long: [414, 'The URL is too long'],
  unsupported_media_type: [415, 'Unsupported content type'],
  range_not_satisfiable: [416, 'Range not satisfiable'],
  headers_too_large: [431, 'The headers are too large'],
  state_conflict: [409, 'The current state does not allow this'],
  idempotency_in_progress: [409, 'A request with this Idempotency-Key is in progress'],
  link_expired: [410, 'The emailed link has expired'],
  sync_token_expired: [410, 'The sync position is not within the stored changes'],
  project_removed: [410, 'The project was removed'],
  building_removed: [410, 'The building was removed'],
  precondition_failed: [412, 'The resource has changed since you read it'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request'],
  invalid_transition: [422, 'Status change not allowed'],
  feed_url_rejected: [422, 'This feed URL cannot be used'],
  webhook_url_rejected: [422, 'This webhook URL cannot be used'],
  rate_limited: [429, 'Too many requests'],
  quota_exceeded: [429, 'The monthly quota is used up'],
  internal_error: [500, 'Internal server error'],
  overloaded: [503, 'The server is overloaded'],
  dataset_loading: [503, 'The dataset is being created'],
  temporarily_unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, readonly [number, string]>

export type FaultCode = keyof typeof FAULTS

/** One problem of a request: its location, code and message. */
export interface FaultItem {
  readonly parameter?: string
  readonly pointer?: string
  readonly code: FaultCode
  readonly message: Text
  readonly allowed?: readonly string[]
  readonly did_you_mean?: string
}

export interface FaultOptions {
  readonly detail?: Text
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
    super(String(options.detail ?? FAULTS[code][1]), { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.status = FAULTS[code][0]
    this.options = options
  }
}

type FieldFaultOptions = Pick<FaultItem, 'allowed'> & {
  /** For a message that does not name the value. */
  readonly detail?: Text
}

/** The fault of one value of a request: a body's `/pointer`, or the name of a parameter. */
export function fieldFault(
  code: FaultCode,
  where: string,
  message: Text,
  { detail = message, ...rest }: FieldFaultOptions = {},
): Fault {
  const at = where.startsWith('/') ? { pointer: where } : { parameter: where }
  return new Fault(code, { detail, errors: [{ ...at, code, message, ...rest }] })
}

/** Exit codes of the command line; scripts rely on them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  locked: 3,
  incompatible: 4,
  unreachable: 5,
  noImprovement: 6,
} as const

export type ExitReason = keyof typeof EXIT

/** Ends a command: prints the message and advice to stderr and sets the exit code. */
export class Stop extends Error {
  readonly exitCode: number
  readonly advice: string

  /** A number is the exit code of another process. */
  constructor(reason: ExitReason | number, message: string, advice = '') {
    super(message)
    this.name = 'Stop'
    this.exitCode = typeof reason === 'number' ? reason : EXIT[reason]
    this.advice = advice
  }
}
