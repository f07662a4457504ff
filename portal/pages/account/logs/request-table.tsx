// The columns of the request log.
import type { LoggedRequest } from '../../../../src/http/api-types.ts'
import { fill, LOCALE } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { useCopy } from '../../../parts/copy.tsx'
import type { Column } from '../../../tables/data-table.tsx'
import { DataTable } from '../../../tables/data-table.tsx'
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

function Route({ request: { route, tool, code } }: { request: LoggedRequest }) {
  return (
    <>
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
    </>
  )
}

const callerName = ({ key, application }: LoggedRequest) => application?.name ?? application?.id ?? key?.name ?? null

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    key: 'at',
    title: text.at,
    cell: ({ at }) => (
      <time class="nowrap" dateTime={at}>
        {moment.format(new Date(at))}
      </time>
    ),
  },
  { key: 'status', title: text.status, cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
  { key: 'route', title: text.route, cell: (request) => <Route request={request} /> },
  { key: 'key', title: text.key, cell: (request) => <Caller request={request} />, value: callerName },
  {
    key: 'duration_ms',
    title: text.duration,
    number: true,
    cell: ({ duration_ms: ms }) => <span class="nowrap">{fill(text.milliseconds, { ms: formatNumber(ms) })}</span>,
  },
  { key: 'request_id', title: text.requestId, cell: ({ request_id: id }) => <RequestId id={id} /> },
]

export function RequestTable({ rows }: { rows: readonly LoggedRequest[] }) {
  return (
    <DataTable
      name="requests"
      label={text.table}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ request_id }) => request_id}
      rowHeight={66}
      stackedRowHeight={190}
    />
  )
}
