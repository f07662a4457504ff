// One delivery attempt: request and response. The response is untrusted, so it is shown as plain text.
import type { WebhookAttempt } from '../../../../src/http/api-types.ts'
import { COLON, fill } from '../../../language/choose-language.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Details, RecordRow } from '../../../parts/records.tsx'
import { text as all } from './text.ts'

const text = all.delivery
const errors: Readonly<Record<string, string>> = text.errors

const Headers = ({ headers }: { headers: Readonly<Record<string, string>> }) => (
  <Details look="headers" rows={Object.entries(headers)} />
)

export function AttemptDetails({ attempt: { request, response, error } }: { attempt: WebhookAttempt }) {
  return (
    <div class="beside">
      <div>
        <h4>{text.request}</h4>
        <p class="anywhere">POST {request.url}</p>
        <Headers headers={request.headers} />
      </div>
      <div>
        <h4>{text.response}</h4>
        {response ? (
          <>
            <p>HTTP {response.status}</p>
            <Headers headers={response.headers} />
            <p class="quiet">{response.body_start === '' ? text.emptyBody : text.responseBody}</p>
            {response.body_start !== '' && <pre tabIndex={0}>{response.body_start}</pre>}
          </>
        ) : (
          <p>
            {text.noResponse}
            {COLON}
            {error && (errors[error.code] ?? error.code)}
            {error?.detail && <span class="quiet"> ({error.detail})</span>}
          </p>
        )}
      </div>
    </div>
  )
}

export function AttemptCard({ attempt }: { attempt: WebhookAttempt }) {
  const { number, started_at: at, duration_ms: ms, response, error } = attempt
  const isSuccess = response !== null && response.status >= 200 && response.status < 300
  return (
    <RecordRow
      title={fill(text.attempt, { number })}
      heading
      marks={
        <>
          <Badge tone={isSuccess ? 'good' : 'bad'}>{response ? response.status : error?.code}</Badge>
          <span class="quiet">
            {formatDateTime(at)} · {fill(text.took, { ms: formatNumber(ms) })}
          </span>
        </>
      }
    >
      <AttemptDetails attempt={attempt} />
    </RecordRow>
  )
}
