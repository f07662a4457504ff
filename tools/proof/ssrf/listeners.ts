// Listens on every address of a sealed network: one public receiver, the rest are traps.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { isReceiver } from './addresses.ts'
import { PORTS } from './targets.ts'

export interface Listeners {
  /** Address and port of every connection to an internal address since the last call. */
  takeTrapped(): string[]
  /** Paths that the receiver was asked for since the last call. */
  takeReceived(): string[]
  close(): void
}

/** The receiver has to be reachable over TLS: nothing else is allowed. */
const RECEIVER_PORTS = [443, 8443]

export async function startListeners(certificate: { key: Buffer; cert: Buffer }): Promise<Listeners> {
  const trapped: string[] = []
  const received: string[] = []
  const receiver = createHttpsServer(certificate, (request, response) => {
    received.push(`${request.method} https://${request.headers.host}${request.url}`)
    answer(request, response)
  })
  receiver.on('tlsClientError', () => {})
  const servers = PORTS.map((port) =>
    createServer((socket) => {
      const address = localAddressOf(socket)
      if (isReceiver(address) && RECEIVER_PORTS.includes(port)) return void receiver.emit('connection', socket)
      trapped.push(`${address} port ${port}`)
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}')
    }).listen(port, '::'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return {
    takeTrapped: () => trapped.splice(0),
    takeReceived: () => received.splice(0),
    close() {
      for (const server of servers) server.close()
      receiver.closeAllConnections()
    },
  }
}

function localAddressOf({ localAddress = 'unknown' }: Socket): string {
  return localAddress.replace(/^::ffff:(?=\d+\.)/, '')
}

/** `/lure/<status>?to=<url>` redirects there, or names it wherever a client might follow a link. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const url = new URL(request.url!, `https://${request.headers.host}`)
  const to = url.searchParams.get('to')
  const status = Number(/^\/lure\/(\d{3})/.exec(url.pathname)?.[1] ?? 200)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (to !== null) {
    const place = headerTextOf(to)
    if (status !== 200) headers.location = place
    Object.assign(headers, { link: `<${place}>; rel="next"`, refresh: `0; url=${place}`, 'content-location': place })
  }
  response.writeHead(status, headers).end(JSON.stringify(documentOf(url, to)))
}

/** Other characters as bytes of UTF-8, and no line ends, which would end the header. */
function headerTextOf(url: string): string {
  const inOneLine = [...url].map((char) => (char < ' ' || char === '\u007f' ? encodeURIComponent(char) : char)).join('')
  return Buffer.from(inOneLine).toString('latin1')
}

/** A page of a feed, a token and client metadata in one. */
function documentOf(url: URL, to: string | null): Record<string, unknown> {
  const common = {
    ...{ value: [], access_token: 'token', client_id: url.href, client_name: 'Receiver' },
    redirect_uris: [`${url.origin}/callback`],
  }
  if (to === null) return { ...common, token_endpoint_auth_method: 'none' }
  const only = url.searchParams.get('only')
  return {
    ...common,
    '@odata.nextLink': to,
    token_endpoint_auth_method: url.searchParams.get('method') ?? 'none',
    ...Object.fromEntries(LINKS_OF_CLIENTS.filter((name) => !only || name === only).map((name) => [name, to])),
  }
}

/** Every field of client metadata that is a URL. */
export const LINKS_OF_CLIENTS = [
  ...['jwks_uri', 'sector_identifier_uri', 'logo_uri', 'client_uri', 'policy_uri', 'tos_uri', 'initiate_login_uri'],
  ...['backchannel_logout_uri', 'backchannel_client_notification_endpoint', 'request_uri', 'software_statement'],
]
