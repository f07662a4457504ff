// Sends single requests; a lost connection is an answer too.
import { request } from 'undici'

export interface SendOptions {
  /** A bearer credential. */
  readonly key?: string | undefined
  readonly cookie?: string | undefined
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface Answer {
  /** 0: no answer, or the connection ended in the middle of it. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: responses of any version
  readonly body: any
  readonly error?: string
}

const TIMEOUT_MS = 60_000

export async function send(url: string, method: string, path: string, options: SendOptions = {}): Promise<Answer> {
  const { key, cookie, body, headers = {}, timeoutMs = TIMEOUT_MS } = options
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  try {
    const response = await request(url + path, {
      method: method as 'GET',
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isRaw ? (body as string | Uint8Array) : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.body.text()
    return { status: response.statusCode, headers: response.headers, text, body: parse(text) }
  } catch (error) {
    return { status: 0, headers: {}, text: '', body: undefined, error: describe(error) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describe(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  return [name, code, message].filter(Boolean).join(' ')
}
