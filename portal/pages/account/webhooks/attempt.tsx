// One attempt: what was sent where, and what came back. All of it is shown as text: the answer is a stranger's.
import type { WebhookAttempt } from '../../../../src/contract/api-types.ts'
import { Badge } from '../../../parts/badge.tsx'
import { formatDateTime, formatNumber } from '../../../parts/format.ts'
import { text } from './text.ts'

const words = text.delivery
const errors: Readonly<Record<string, string>> = words.errors

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

export function AttemptDetails({ attempt: { request, response, error } }: { attempt: WebhookAttempt }) {
  return (
    <div class="beside">
      <div>
        <h4>{words.request}</h4>
        <p class="url">POST {request.url}</p>
        <Headers headers={request.headers} />
      </div>
      <div>
        <h4>{words.response}</h4>
        {response ? (
          <>
            <p>HTTP {response.status}</p>
            <Headers headers={response.headers} />
            <p class="quiet">{response.body_start === '' ? words.emptyBody : words.answerBody}</p>
            {response.body_start !== '' && <pre tabIndex={0}>{response.body_start}</pre>}
          </>
        ) : (
          <p>
            {words.noResponse}: {error && (errors[error.code] ?? error.code)}
            {error?.detail && <span class="quiet"> ({error.detail})</span>}
          </p>
        )}
      </div>
    </div>
  )
}

export function AttemptCard({ attempt }: { attempt: WebhookAttempt }) {
  const { number, started_at: at, duration_ms: ms, response, error } = attempt
  const isGood = response !== null && response.status >= 200 && response.status < 300
  return (
    <li>
      <div class="what">
        <div class="row">
          <h3>{words.attempt(number)}</h3>
          <Badge tone={isGood ? 'good' : 'bad'}>{response ? response.status : error?.code}</Badge>
          <span class="quiet">
            {formatDateTime(at)} · {words.took(formatNumber(ms))}
          </span>
        </div>
        <AttemptDetails attempt={attempt} />
      </div>
    </li>
  )
}
