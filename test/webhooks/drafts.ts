// Events to publish in tests.
import type { EventDraft, EventType, ResourceType } from '../../src/events/event-types.ts'

export function draft(type: EventType, id: number, more: Partial<EventDraft> = {}): EventDraft {
  return {
    type,
    resource_type: type.split('.')[0] as ResourceType,
    resource_id: String(id),
    project_id: id,
    changed_fields: ['price_from'],
    body: { changes: [{ field: 'price_from', from: 1, to: 2 }], province: 'ON', city: 'Toronto' },
    ...more,
  }
}
