// The cause of each error code and what to do about it, for /docs/errors/{code}.
import type { FaultCode } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { ADVICE_FR } from '../french/advice-fr.ts'
import { typeset } from '../french/typeset.ts'

type Advice = readonly [cause: string, remedy: string]

export function adviceFor(code: FaultCode, language: Language): Advice {
  if (language === 'en') return ADVICE[code]
  const [cause, remedy] = ADVICE_FR[code]
  return [typeset(cause), typeset(remedy)]
}

/** The type requires a row for every code. */
// biome-ignore format: a table is read by its columns
const ADVICE: Readonly<Record<FaultCode, Advice>> = {
  missing_parameter: ['A required parameter or field is missing.', 'Send the parameter named in `errors[]`. Some parameters must be sent together, such as `latitude` and `longitude`.'],
  invalid_parameter: ['A value has the wrong type, is out of range, or is not one of the allowed values.', 'See `errors[]` for the parameter, the allowed values and, if there is one, a suggestion.'],
  unknown_parameter: ['The operation does not have a parameter with this name. Unknown parameters are rejected, because ignoring them could return the wrong result.', 'Use the name in `did_you_mean`, or remove the parameter. The API reference lists the parameters of each operation.'],
  address_too_long: ['The address has more than 512 characters in a URL, or more than 8,000 in a body.', 'Send texts of up to 8,000 characters by POST or in a batch. From a longer text, send the part that contains the address.'],
  invalid_cursor: ['The cursor is incomplete, or belongs to other filters, another account or an older API version.', 'Send the same filters as for the previous page, or start again without a cursor.'],
  malformed_json: ['The body is empty, is not valid JSON, contains a duplicate key, or is nested too deeply.', 'Send one JSON document with `Content-Type: application/json`. Use a JSON library to create it.'],
  invalid_encoding: ['The text contains invalid UTF-8, control characters or unpaired surrogates.', 'Encode text as UTF-8 and percent-encode URLs with a library. Remove NUL and other control characters.'],
  credentials_in_url: ['The URL contains an API key or token. URLs are stored in logs and browser history.', 'Send the key in the `Authorization: Bearer <key>` header. Rotate the key, because it may have been exposed.'],
  missing_credentials: ['The request has no `Authorization` header.', 'Send `Authorization: Bearer <key>`. To get a sandbox key, call `POST /api/v1/accounts` with an email address.'],
  invalid_api_key: ['The API key does not exist. It may be mistyped, incomplete, or from another Plinth server.', 'Copy the whole key, starting with `pl_`. Keys cannot be displayed again; if you lost yours, create a new one.'],
  invalid_token: ['The access token does not exist or was issued for another service.', 'Request a new token for this `resource` from the token endpoint.'],
  expired_credentials: ['The API key or token has expired (`expires_at`).', 'Refresh the token or create a new key.'],
  revoked_credentials: ['The API key or token was revoked, or it was rotated and the overlap period has ended.', 'Use the new key. `GET /api/v1/api-keys` lists the keys of your account.'],
  invalid_credentials: ['The email address or the password is wrong.', 'Check both and try again. To reset the password, open `/reset` or call `POST /api/v1/people/reset`.'],
  plan_required: ['Your plan does not include this feature.', '`required_plans` lists the plans that include it. Upgrade at `upgrade_url`. Test keys always use the sandbox plan.'],
  plan_limit: ['Your account has reached a limit of its plan, such as the number of stored listings. Nothing that is stored was changed.', 'Delete what you no longer need, or upgrade your plan. `GET /api/v1/plans` lists the limits.'],
  insufficient_scope: ['The credentials do not have the scope this operation requires.', 'Create a key with the required scope, or request the scope when the user gives consent.'],
  credential_not_accepted: ['Your credential is valid, but this operation takes another kind: a signed-in person, the operator key, or a credential of an account.', 'Send one of the kinds in `accepted_credentials`. An API key can’t call the desk, the operator’s operations or those of a person.'],
  account_role_required: ['Your role in the account does not allow this: viewers read, developers also make changes, owners also manage people.', 'Ask an owner of the account. `required_role` names the least role. API keys have scopes instead of roles.'],
  account_suspended: ['The operator suspended the account, or an owner deleted it.', 'Contact the operator of this Plinth server. A deleted account can be restored until `erase_at`.'],
  csrf_token_invalid: ['The request has a session cookie but no valid CSRF token, or it comes from another site.', 'Send the `csrf_token` of the session in the `X-CSRF-Token` header, from the same origin. Programs should use an API key or a token instead of a cookie.'],
  origin_not_allowed: ['A web page on another site called `/mcp`, which accepts only programs and pages of this server.', 'Call `/mcp` from a program, without an `Origin` header. Web pages can use the REST API with an API key.'],
  signature_invalid: ['The signed URL has expired or was changed.', 'Get the media record again. It contains a new URL, valid until the end of the next day (UTC).'],
  route_not_found: ['There is no operation or page at this path.', 'Check the path in the API reference. API paths start with `/api/v1`.'],
  project_not_found: ['There is no project with this id or slug in your dataset. Test keys can access only the 15 sandbox projects.', 'Search for the project with `GET /api/v1/projects`. Store the project id, because ids never change.'],
  building_not_found: ['There is no building with this id in your dataset.', 'Search for the building with `GET /api/v1/buildings`. A tower may also have left its project.'],
  floor_plan_not_found: ['There is no floor plan with this id in your dataset.', 'List the floor plans of the project. Withdrawn floor plans are listed; removed floor plans are not.'],
  media_not_found: ['There is no image or document with this id in your dataset.', 'List the media of the project.'],
  endpoint_not_found: ['Your account has no webhook endpoint with this id.', '`GET /api/v1/webhooks/endpoints` lists your endpoints.'],
  delivery_not_found: ['Your account has no delivery with this id, or the delivery has been deleted because of its age.', '`GET /api/v1/webhooks/deliveries` lists your deliveries.'],
  listing_not_found: ['Your account has no listing with this key. Test keys see only listings that were stored with a test key.', '`GET /api/v1/listings` lists your listings.'],
  feed_not_found: ['Your account has no feed with this id. Test keys see only feeds that were created with a test key.', '`GET /api/v1/feeds` lists your feeds.'],
  key_not_found: ['Your account has no API key with this id.', '`GET /api/v1/api-keys` lists your keys. A key id starts with `key_`; it is not the key itself.'],
  account_not_found: ['There is no account with this id.', 'Search by email address or key prefix with `GET /api/v1/operator/accounts?q=`.'],
  person_not_found: ['There is no person with this id, or the person belongs to another account.', '`GET /api/v1/people` lists the people of your account. Operators use `GET /api/v1/operator/people`.'],
  invitation_not_found: ['Your account has no open invitation with this id. It may have been accepted, withdrawn or expired.', '`GET /api/v1/invitations` lists open invitations. To invite someone again, create a new one.'],
  application_not_found: ['Your account has no OAuth application with this id.', '`GET /api/v1/oauth/applications` lists your applications. The id is the `client_id`.'],
  grant_not_found: ['There is no consent with this id, or it was already withdrawn.', '`GET /api/v1/oauth/grants` lists your active consents.'],
  case_not_found: ['There is no case with this id.', '`GET /api/v1/desk/queue` and `GET /api/v1/desk/joins` list the open cases.'],
  decision_not_found: ['There is no decision with this id in the ledger.', '`GET /api/v1/desk/decisions` lists all decisions.'],
  correction_not_found: ['The project has no correction with this id.', '`GET /api/v1/desk/projects/{id}` lists the corrections of the project.'],
  merge_not_found: ['There is no merge with this id.', '`GET /api/v1/desk/projects/{id}` lists the projects merged into a project.'],
  import_not_found: ['There is no import with this id.', '`GET /api/v1/operator/imports` lists imports, newest first.'],
  version_not_found: ['There is no dataset version with this name.', '`GET /api/v1/operator/versions` lists the versions. A version name looks like 2026-11-14.2.'],
  method_not_allowed: ['The path exists, but does not support this method.', 'Use one of the methods in the `Allow` header.'],
  not_acceptable: ['The server cannot produce any of the media types in the `Accept` header.', 'Send `Accept: application/json`, or omit the header.'],
  request_timeout: ['The request body arrived too slowly or stopped.', 'Send the request again. For a stream, read results while you send, and continue from the line in the error.'],
  payload_too_large: ['The body, or one line of a stream, is too large.', 'Split the data. Limits: 1,000 addresses and 4 MiB per batch, 100,000 lines per stream, 64 KiB per line. For many long texts, use a stream.'],
  uri_too_long: ['The URL is too long.', 'Send the query in a body instead: `POST /api/v1/building-links`.'],
  unsupported_media_type: ['The operation does not accept this content type.', 'Send `Content-Type: application/json`. Batch lookups also accept `application/x-ndjson`.'],
  range_not_satisfiable: ['The requested range starts after the end of the file.', 'Omit the `Range` header, or use a range within the length in `Content-Range`.'],
  headers_too_large: ['The request headers are larger than 16 KiB.', 'Remove cookies and headers that Plinth does not need.'],
  state_conflict: ['The current state of the object does not allow this operation, or a plan limit is reached.', 'Get the object again. `detail` describes its state.'],
  idempotency_in_progress: ['The first request with this `Idempotency-Key` is still in progress.', 'Wait and send the same request again. You get the response to the first request.'],
  sync_token_expired: ['The `since` value is older than the change log your plan includes, or newer than the last change: the server’s data was restored.', 'Download `/api/v1/exports` again and continue from the `sequence` of the export.'],
  project_removed: ['The project was removed from the dataset.', 'Remove it from your copy. If `merged_into` is set, use that project instead.'],
  building_removed: ['The building’s project was removed from the dataset or merged into another.', 'Remove the building from your copy. If `merged_into` is set, read the buildings of that project.'],
  link_expired: ['The emailed link was already used, is older than one hour, or was replaced by a newer link.', 'Request a new link and use the most recent email.'],
  precondition_failed: ['The `If-Match` header does not match the current version, because the object has changed.', 'Get the object again, review the changes, and send your request with the new ETag.'],
  idempotency_key_reused: ['This `Idempotency-Key` was used for a different request in the last 24 hours.', 'Create a new key for each new request. Reuse a key only to retry the same request.'],
  invalid_transition: ['The object cannot change from its current status to the requested status.', 'Get the object again. `detail` lists the allowed statuses.'],
  feed_url_rejected: ['The URL of the feed or of its token server is not allowed: it must use https and lead to a public server.', 'Use an https URL on port 443 or 8443, without credentials in it. Its host must resolve to public addresses only.'],
  webhook_url_rejected: ['Webhooks cannot be sent to this URL. It must use https, a public host name, and port 443 or 8443.', 'Use a public https URL. To test on your own computer, see the server settings for webhooks.'],
  rate_limited: ['You sent more requests per minute than your plan allows, or opened a second stream.', 'Wait for the number of seconds in `Retry-After`. The `RateLimit` header shows the remaining requests. Use batches to send fewer requests.'],
  quota_exceeded: ['You have used all requests or lookups of this month.', 'Wait until the first day of the next month (UTC), or upgrade your plan. `GET /api/v1/usage` shows your usage.'],
  internal_error: ['An unexpected error occurred on the server.', 'Try again once. If the error persists, report the `request_id`.'],
  overloaded: ['The server is overloaded. Nothing was changed.', 'Wait for the number of seconds in `Retry-After`, then retry with increasing delays.'],
  dataset_loading: ['The server was started for the first time and is still creating its dataset.', 'Retry after the delay in `Retry-After`. `/readyz` and `GET /api/v1/dataset` show the progress. Test keys and the sandbox work already.'],
  temporarily_unavailable: ['A component that this operation needs is unavailable, usually the database, or the server is restarting.', 'Retry with increasing delays. Lookups and project reads continue to work without the database.'],
}
