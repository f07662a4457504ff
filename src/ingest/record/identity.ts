// Links a source's row keys to our project and child ids.
export const ID_KINDS = ['project', 'building', 'floor_plan', 'unit', 'media', 'developer'] as const
export type IdKind = (typeof ID_KINDS)[number]

type IdByKey = Readonly<Record<string, number>>

export interface ChildIds {
  readonly building: IdByKey
  readonly floor_plan: IdByKey
  readonly unit: IdByKey
  readonly media: IdByKey
}

export const NO_CHILD_IDS: ChildIds = { building: {}, floor_plan: {}, unit: {}, media: {} }

/** An id stays with its key, even when the row disappears from the source and returns. */
export interface Identity {
  readonly source: string
  readonly key: string
  /** Null when the row waits for a building that it describes. */
  readonly project_id: number | null
  readonly present: boolean
  /** True when the project is made from this row. */
  readonly is_anchor: boolean
  readonly children: ChildIds
}
