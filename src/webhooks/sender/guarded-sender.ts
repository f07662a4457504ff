// The only way out of the house: a request to a URL that somebody else chose, sent so that it cannot reach inside.
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { isPublicAddress } from './address-guard.ts'
import type { SendFailed } from './deadline.ts'
import { Deadlines } from './deadline.ts'
import { parseJsonDocument } from './json-response.ts'
import type { OutgoingRequest, ReceivedResponse } from './pinned-request.ts'
import { SendFailure, sendPinned } from './pinned-request.ts'
import type { ResolveName } from './resolve-host.ts'
import { nameResolver } from './resolve-host.ts'
import type { Target } from './target-url.ts'
import { checkUrl, isLocalhost } from './target-url.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

export type SendOutcome =
  | {
      kind: 'response'
      status: number
      headers: Record<string, string>
      /** The first KiB, as text that a database takes. */
      bodyStart: string
      ms: number
    }
  | SendFailed

export interface Sender {
  send(request: WebhookRequest, signal?: AbortSignal): Promise<SendOutcome>
  /** At registration: the URL, and what its name resolves to now. False = rejected; nobody is told why. */
  check(url: string): Promise<boolean>
  /** Gives up what is under way. */
  close(): Promise<void>
}

export interface GuardedSender extends Sender {
  /** A small JSON document from a public https URL, such as the metadata of an OAuth client. */
  fetchDocument(
    url: string,
    signal?: AbortSignal,
  ): Promise<{ kind: 'document'; json: unknown; ms: number } | SendFailed>
}

export interface SenderOptions {
  /** Development only: loopback over http, on any port. */
  readonly allowPrivate: boolean
  /** For a whole exchange, from the look-up to the last byte read. */
  readonly timeoutMs?: number
  readonly resolve?: ResolveName
}

const BODY_START_BYTES = 1024
const CHECK_MS = 5000

export function createGuardedSender(options: SenderOptions): GuardedSender {
  const { allowPrivate, timeoutMs = 15_000, resolve = nameResolver() } = options
  const deadlines = new Deadlines()

  /** One look-up, every answer checked, one address taken: there is no second question that could be answered otherwise. */
  async function pin(url: string, allowLoopback: boolean, signal: AbortSignal): Promise<[Target, string]> {
    signal.throwIfAborted()
    const judged = checkUrl(url, allowLoopback)
    if (!judged.ok) throw new SendFailure('blocked_address', `the URL is not one we call (${judged.why})`)
    const { target } = judged
    if (!target.secure) return [target, isLocalhost(target.host) ? '127.0.0.1' : target.host]
    const answers = await lookUp(resolve, target.host, signal)
    if (!answers.every(isPublicAddress)) throw new SendFailure('blocked_address', 'the host is not a public address')
    return [target, answers.find((answer) => isIPv4(answer)) ?? answers[0]!]
  }

  async function ask(
    url: string,
    allowLoopback: boolean,
    asked: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> {
    const [target, address] = await pin(url, allowLoopback, signal)
    return await sendPinned(target, address, asked, signal)
  }

  return {
    send: ({ url, headers, body }, caller) =>
      deadlines.run(timeoutMs, caller, async (signal) => {
        const reply = await ask(url, allowPrivate, { method: 'POST', headers, body }, signal)
        return { kind: 'response', status: reply.status, headers: reply.headers, bodyStart: startOf(reply.body) }
      }),
    async check(url) {
      const outcome = await deadlines.run(Math.min(CHECK_MS, timeoutMs), undefined, async (signal) => {
        await pin(url, allowPrivate, signal)
        return { kind: 'fit' as const }
      })
      return outcome.kind === 'fit'
    },
    fetchDocument: (url, caller) =>
      deadlines.run(timeoutMs, caller, async (signal) => {
        const asked = { method: 'GET', headers: { accept: 'application/json' } } as const
        return { kind: 'document', json: parseJsonDocument(await ask(url, false, asked, signal)) }
      }),
    async close() {
      deadlines.abortAll()
    },
  }
}

async function lookUp(resolve: ResolveName, name: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const answers = await Promise.race([resolve(name, signal), once(signal, 'abort').then(() => [])])
    if (answers.length > 0) return answers
  } catch {
    // Said below: why a name server does not answer is of no use to a receiver.
  }
  throw signal.aborted ? signal.reason : new SendFailure('dns', 'the host name does not resolve')
}

/** Decoded as far as characters are whole, without the NUL that a text column refuses. */
function startOf(body: Buffer): string {
  const text = new TextDecoder().decode(body.subarray(0, BODY_START_BYTES), { stream: true })
  return text.replaceAll('\0', '\ufffd')
}
