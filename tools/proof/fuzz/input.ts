// One input of the fuzz: a request, or bytes for a socket.

/** How many there are of each. Rate limits are per account, so fast plans need several accounts. */
export const CREDENTIAL_COUNTS = {
  none: 0,
  visitor: 0,
  garbage: 0,
  sandbox: 10,
  starter: 4,
  pro: 16,
  elite: 32,
  token: 6,
  viewer: 2,
  developer: 2,
  owner: 4,
  curator: 3,
  operator: 0,
  'operator session': 2,
} as const
export type CredentialKind = keyof typeof CREDENTIAL_COUNTS
export const CREDENTIALS = Object.keys(CREDENTIAL_COUNTS) as readonly CredentialKind[]

export type InputKind = 'api' | 'mcp' | 'oauth' | 'pages' | 'paths' | 'bytes'

export type Headers = readonly (readonly [name: string, value: string])[]

export interface HttpInput {
  readonly kind: InputKind
  readonly method: string
  /** Path and query, sent as it is. */
  readonly path: string
  readonly headers: Headers
  readonly body: Buffer | undefined
  /** Sends the body in chunks instead of with its length. */
  readonly chunked?: boolean
  readonly credential: CredentialKind
  /** The headers of the credential. */
  readonly authorization: Headers
  /** The operation of the OpenAPI document that the request is for. */
  readonly operation?: string
}

export interface ByteInput {
  readonly kind: 'bytes'
  readonly bytes: Buffer
}

export type Input = HttpInput | ByteInput

export function isHttp(input: Input): input is HttpInput {
  return 'method' in input
}

/** The input in one line, for a report. */
export function describeInput(input: Input): string {
  if (!isHttp(input)) return `bytes ${JSON.stringify(input.bytes.toString('latin1').slice(0, 300))}`
  const { method, path, headers, body, credential } = input
  const shown = headers.filter(([name]) => name !== 'X-Forwarded-For').map((pair) => pair.join(': ').slice(0, 80))
  const text = body === undefined ? '' : ` ${JSON.stringify(body.toString('latin1').slice(0, 400))}`
  return `${method} ${path.slice(0, 300)} as ${credential} [${shown.join(' | ')}]${text}`
}

/** The bytes of a request. */
export function requestBytes({ method, path, headers, authorization, body, chunked }: HttpInput): Buffer {
  const all = [...authorization, ...headers]
  if (!all.some(([name]) => name === 'Host')) all.unshift(['Host', 'localhost'])
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const start = `${method} ${path} HTTP/1.1\r\n${lines}`
  if (body === undefined)
    return Buffer.from(`${start}${method === 'GET' || method === 'HEAD' ? '' : 'Content-Length: 0\r\n'}\r\n`, 'latin1')
  if (!chunked) return Buffer.concat([Buffer.from(`${start}Content-Length: ${body.length}\r\n\r\n`, 'latin1'), body])
  const pieces: Buffer[] = [Buffer.from(`${start}Transfer-Encoding: chunked\r\n\r\n`, 'latin1')]
  for (let from = 0; from < body.length; from += 1000) {
    const piece = body.subarray(from, from + 1000)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
