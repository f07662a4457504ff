// Circumstances in which a part of the inputs is sent: other settings, a server that stops, clients that leave.
import conditions from './data/conditions.json' with { type: 'json' }

/** What a client does besides sending its request. */
export interface Manners {
  /** Waits before the last byte. */
  readonly pauseMs?: number
  /** Leaves at most so long after its last byte, and reads nothing. */
  readonly leaveMs?: number
}

export interface Condition {
  readonly name: string
  /** Settings of the server, which is started for them. `{folder}`: of files of the run. */
  readonly env?: Readonly<Record<string, string>>
  /** A data folder and database of its own; inputs do not wait until it has data. */
  readonly isNew?: true
  /** Happens while inputs are sent. */
  readonly event?: 'stop' | 'no database'
  readonly clients?: Manners
  /** Each input is sent so often at the same time. */
  readonly together?: number
  readonly inputs: number
}

export const CONDITIONS = conditions as readonly Condition[]
export const USUAL: Condition = { name: '', inputs: 0 }
