// One invented example delivery for each event type, from assets/event-examples.json.
import { readFileSync } from 'node:fs'
import type { EventType } from '../../events/event-types.ts'

interface ExampleFile {
  readonly at: string
  /** The record of each resource, as events contain it. */
  readonly records: Readonly<Record<string, object>>
  readonly events: Readonly<
    Record<
      Exclude<EventType, 'ping'>,
      {
        readonly id: number | string
        readonly removed?: true
        /** If it is not the record. */
        readonly object?: object
        readonly changes?: readonly (readonly [field: string, from: unknown, to: unknown])[]
      }
    >
  >
}

const { at, records, events }: ExampleFile = JSON.parse(
  readFileSync(new URL('../../../assets/event-examples.json', import.meta.url), 'utf8'),
)
const FIRST_SEQUENCE = 48_211

/** Sequence numbers are consecutive, as for an endpoint that receives every event. */
const sequenced = Object.entries(events).map(([type, { id, removed, object, changes = [] }], i) => {
  const sequence = FIRST_SEQUENCE + i
  const resource = type.slice(0, type.indexOf('.'))
  const data = {
    resource: { type: resource, id },
    changes: changes.map(([field, from, to]) => ({ field, from, to })),
    object: removed ? null : (object ?? records[resource]),
  }
  const event = `evt_${sequence.toString(36).padStart(12, '0')}_7Kq2mL`
  return [type, { id: event, type, timestamp: at, sequence, data, previous_sequence: sequence - 1 }] as const
})

export const EVENT_EXAMPLES = {
  ...Object.fromEntries(sequenced),
  ping: {
    id: 'evt_2Kq8vHs0WnXy4TdCbA1z',
    type: 'ping',
    timestamp: at,
    data: {
      resource: { type: 'webhook_endpoint', id: events['webhook_endpoint.disabled'].id },
      changes: [],
      object: null,
    },
  },
  batch: {
    id: 'bat_7Tq2mLw9RzKx3VbNcY5d',
    type: 'batch',
    timestamp: at,
    data: { events: sequenced.slice(0, 2).map(([, event]) => event) },
  },
} as Readonly<Record<EventType | 'batch', object>>
