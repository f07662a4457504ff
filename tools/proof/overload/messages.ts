// What the three processes of the overload part send each other.

/** The server, and what an attack needs to reach all of it. */
export interface AttackTarget {
  readonly port: number
  /** API keys, each of an account of its own, so that rate limits do not stop the attack. */
  readonly keys: readonly string[]
  readonly operatorKey: string
  /** Paths of image variants that have never been rendered. */
  readonly images: readonly string[]
  /** The longest response of a list. */
  readonly longList: string
  /** Export files, without a folder. */
  readonly exports: readonly string[]
  /** On the server's disk; an import of it changes nothing, because it is a dry run. */
  readonly importFile: string
}

export interface AttackOrder {
  readonly attack: string
  readonly target: AttackTarget
  readonly ms: number
  readonly seed: number
}

export interface AttackResult {
  /** Requests sent, or connections opened where none is complete. */
  readonly sent: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that ended before their response. */
  readonly dropped: number
  /** Slow connections that the server still held at the end. */
  readonly held: number
  /** Responses of 503 and 429 without Retry-After. */
  readonly withoutRetryAfter: number
  /** Refused requests that were sent again after Retry-After, while the attack went on and when it was over. */
  readonly retries: Retries
  /** Requests per second that the attack reached, and that the server can carry; for open-loop load. */
  readonly offered?: number
  readonly capacity?: number
  /** Of those offered, per second. */
  readonly served?: number
  /** The attack itself failed. */
  readonly error?: string
}

export interface Retries {
  during: number
  throughDuring: number
  after: number
  throughAfter: number
}

export interface ClientOrder {
  readonly url: string
  readonly keys: readonly string[]
}

/** `read` answers with the measurements since the last one. */
export type ToClients =
  | { readonly type: 'start'; readonly order: ClientOrder }
  | { readonly type: 'read' }
  | { readonly type: 'stop' }

export interface ClientWindow {
  readonly requests: number
  readonly succeeded: number
  /** 503 and 429. */
  readonly refused: number
  /** Other responses and failed connections, by status (0: none) and error. */
  readonly failures: Readonly<Record<string, number>>
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  readonly health: { readonly checks: number; readonly failures: number; readonly slowest: number }
}
