// Requests as a table; on a phone, each request is a stacked row.
import type { LoggedRequest } from '../../../../src/http/api-types.ts'
import { fill, LOCALE } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { useCopy } from '../../../parts/copy.tsx'
import { text } from './text.ts'

const moment = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'medium',
  timeStyle: 'medium',
})

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'info' : 'good'
}

function Caller({ request: { key, application } }: { request: LoggedRequest }) {
  if (application) return <span class="name">{application.name ?? application.id}</span>
  if (!key) return <span class="quiet">{text.deletedKey}</span>
  return (
    <>
      <span class="name">{key.name}</span>{' '}
      <code class="quiet">
        {key.prefix}…{key.last4}
      </code>
    </>
  )
}

function RequestId({ id }: { id: string }) {
  const [copied, copy] = useCopy(id)
  return (
    <button
      type="button"
      class="plain request-id"
      onClick={copy}
      aria-label={fill(text.copyId, { id })}
      title={fill(text.copyId, { id })}
    >
      <code>{id}</code>
      <span class="quiet" aria-live="polite">
        {copied ? text.copied : ''}
      </span>
    </button>
  )
}

function Row({ request }: { request: LoggedRequest }) {
  const { at, route, tool, status, code, duration_ms, request_id } = request
  return (
    <tr>
      <td class="at nowrap">
        <time dateTime={at}>{moment.format(new Date(at))}</time>
      </td>
      <td class="status">
        <Badge tone={toneOf(status)}>{status}</Badge>
      </td>
      <td class="route">
        {route === null ? <span class="quiet">{text.unknownRoute}</span> : <code>{route}</code>}
        {tool && (
          <>
            {' '}
            <code class="quiet">{tool}</code>
          </>
        )}
        {code && (
          <a class="block mono code-link" href={`/docs/errors/${code}`} title={fill(text.aboutError, { code })}>
            {code}
          </a>
        )}
      </td>
      <td class="caller">
        <Caller request={request} />
      </td>
      <td class="number nowrap">{fill(text.milliseconds, { ms: formatNumber(duration_ms) })}</td>
      <td class="id">
        <RequestId id={request_id} />
      </td>
    </tr>
  )
}

const COLUMNS = ['at', 'status', 'route', 'key', 'duration', 'requestId'] as const

export function RequestTable({ rows }: { rows: readonly LoggedRequest[] }) {
  return (
    <table class="card stacked request-table" aria-label={text.table}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" class={column === 'duration' ? 'number' : undefined}>
              {text[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((request) => (
          <Row key={request.request_id} request={request} />
        ))}
      </tbody>
    </table>
  )
}
