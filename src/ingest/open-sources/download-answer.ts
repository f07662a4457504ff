// What a server's answer to a download means, and what to do about it.
import { open } from 'node:fs/promises'

/** Why a file was not downloaded, in words for the operator. */
export class DownloadProblem extends Error {
  readonly canRetry: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, canRetry = false, retryAfterMs?: number) {
    super(message)
    this.canRetry = canRetry
    this.retryAfterMs = retryAfterMs
  }
}

const LONGEST_WAIT_MS = 60_000
const BY_HAND = 'Download the file yourself and use --from, or set OPEN_DATA_MIRROR.'

type Headers = Readonly<Record<string, string>>

export function problemOfStatus(status: number, headers: Headers, host: string, nowMs: number): DownloadProblem {
  if (status === 404 || status === 410)
    return new DownloadProblem(`${host} no longer has the file (${status}). ${BY_HAND}`)
  if (status !== 408 && status !== 429 && status < 500)
    return new DownloadProblem(`${host} refused the request (${status}). ${BY_HAND}`)
  const after = headers['retry-after']
  const ms = after === undefined ? undefined : /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - nowMs
  const isShort = ms === undefined || !(ms > LONGEST_WAIT_MS)
  const message = `${host} is busy or out of order (${status}). Run the command again later.`
  return new DownloadProblem(message, isShort, ms === undefined || Number.isNaN(ms) ? undefined : Math.max(0, ms))
}

const FAILURES: Readonly<Record<string, string>> = {
  dns: 'The name of the server does not resolve. Check the network, or use --from.',
  connect: 'The server does not accept connections. Check the network, or use --from.',
  tls: 'The certificate of the server is not valid.',
  timeout: 'The server stopped sending. Run the command again to continue.',
  reset: 'The server ended the connection before the file was complete. Run the command again to continue.',
  protocol: 'The response is not valid HTTP.',
}

export function problemOfFailure(code: string, host: string, maxBytes: number): DownloadProblem {
  if (code === 'too_large')
    return new DownloadProblem(`The file is larger than ${maxBytes} bytes, far beyond its usual size. ${BY_HAND}`)
  if (code === 'blocked_address')
    return new DownloadProblem(
      `${host} is not allowed: addresses must use https on port 443 or 8443, and their host must be public. Use --from.`,
    )
  return new DownloadProblem(`${host}: ${FAILURES[code] ?? 'The download failed.'}`, code !== 'tls')
}

/** The size of the whole file; 0 when the server does not state it. */
export function wholeSizeOf(status: number, headers: Headers, start: number): number {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new DownloadProblem(`The server compressed the file, although it was asked not to. ${BY_HAND}`)
  if (status === 200) return Number(headers['content-length'] ?? 0)
  const [, from, whole = '0'] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  if (Number(from) !== start)
    throw new DownloadProblem(`The server sent another part than the one that is missing. ${BY_HAND}`)
  return Number(whole)
}

/** SHA-256 of the whole file, from `Repr-Digest` (RFC 9530) or the older `Digest`. */
export function digestOf(headers: Headers): string | null {
  const text = `${headers['repr-digest'] ?? ''},${headers.digest ?? ''}`
  const [, encoded] = /sha-256=:?([A-Za-z0-9+/]{43}=)/i.exec(text) ?? []
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('hex')
}

/** True for HTML, which portals send instead of a file that moved. */
export async function isPage(path: string): Promise<boolean> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    return /^\s*<(!doctype html|html|head)\b/i.test(buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, ''))
  } finally {
    await handle.close()
  }
}
