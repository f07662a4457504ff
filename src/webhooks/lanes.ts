// Limits the requests that this node has open at once per endpoint and per host.

export interface LaneLimits {
  readonly endpoint: number
  readonly host: number
}

/** The fields of a delivery that its lane depends on. */
export interface LaneUser {
  readonly endpointId: string
  readonly host: string
  /** Its endpoint gets one request at a time, in order. */
  readonly isOrdered?: boolean
}

interface Waiting {
  readonly user: LaneUser
  readonly start: () => void
}

export class Lanes {
  readonly #limits: LaneLimits
  readonly #endpoints = new Map<string, number>()
  readonly #hosts = new Map<string, number>()
  /** By host, oldest first: a request that ends can only make room on its own host. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #waitingCounts = new Map<string, number>()

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /** Requests of the endpoint that wait for a lane. */
  waitingFor(endpointId: string): number {
    return this.#waitingCounts.get(endpointId) ?? 0
  }

  async run<T>(user: LaneUser, work: () => Promise<T>): Promise<T> {
    if (this.waitingFor(user.endpointId) === 0 && this.#hasRoom(user)) this.#enter(user)
    else await this.#wait(user)
    try {
      return await work()
    } finally {
      add(this.#endpoints, user.endpointId, -1)
      add(this.#hosts, user.host, -1)
      this.#startNext(user.host)
    }
  }

  #hasRoom({ endpointId, host, isOrdered }: LaneUser): boolean {
    const { endpoint, host: perHost } = this.#limits
    return (this.#endpoints.get(endpointId) ?? 0) < (isOrdered ? 1 : endpoint) && (this.#hosts.get(host) ?? 0) < perHost
  }

  #enter({ endpointId, host }: LaneUser): void {
    add(this.#endpoints, endpointId, 1)
    add(this.#hosts, host, 1)
  }

  #wait(user: LaneUser): Promise<void> {
    return new Promise((start) => {
      const waiting = this.#waiting.get(user.host)
      if (waiting) waiting.push({ user, start })
      else this.#waiting.set(user.host, [{ user, start }])
      add(this.#waitingCounts, user.endpointId, 1)
    })
  }

  #startNext(host: string): void {
    const waiting = this.#waiting.get(host)
    const next = waiting?.findIndex(({ user }) => this.#hasRoom(user)) ?? -1
    if (!waiting || next < 0) return
    const [{ user, start }] = waiting.splice(next, 1) as [Waiting]
    if (waiting.length === 0) this.#waiting.delete(host)
    add(this.#waitingCounts, user.endpointId, -1)
    this.#enter(user)
    start()
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
