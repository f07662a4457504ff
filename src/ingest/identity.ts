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

/** Field values that a secondary source can fill in. */
export type Supplement = Readonly<Record<string, unknown>>

/** An id stays with its key, even when the row disappears from the source and returns. */
export interface Identity {
  readonly source: string
  readonly key: string
  readonly project_id: number
  readonly present: boolean
  readonly children: ChildIds
  /** Null when the row's source owns the project. */
  readonly offers: Supplement | null
}
