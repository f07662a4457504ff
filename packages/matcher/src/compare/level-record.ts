// What levels.json says about each component and its levels: weights, constraints and texts.

import type { Summary } from '../types/verdict.ts'

/**
 * A clause of the summary. `tone` is `same` for an agreeing part, `note` for a neutral or supporting clause, `doubt` for one
 * that follows “but”. Placeholders: `{query}` and `{building}` are the compared values, `{street}` and `{city}` those of the
 * building, `{storeys}` its height. `{query|somewhere}` has a fallback; without one, the phrase is left out if the value is
 * unknown.
 */
export interface Phrase extends Summary {
  readonly tone: string
}

export interface Level {
  /** Bits that fitting starts from; without them it `weighsAs` another level. */
  readonly start?: number
  /** A level that labelled listings do not show. Models have no weight of its own for it. */
  readonly weighsAs?: string
  /** The most bits that fitting may give it. Keeps hard negatives below 0.2 regardless of the cases. */
  readonly ceiling?: number
  /** The highest confidence of a candidate with this level: never sure against what the text says. */
  readonly cap?: number
  /** What a chart of the evidence shows. */
  readonly label: Summary
  /** What the summary says; null for a level that says nothing to a reader. */
  readonly phrase: Phrase | null
  /** Said instead where a name or a corporation found the building, and no street was compared. */
  readonly withoutStreet?: Phrase | null
}

export interface Component {
  readonly label: Summary
  /** The level that weighs 0 bits. */
  readonly neutral: string | null
  /** Levels whose weights must fall in this order. Few cases show some of them, so fitting alone would not order them. */
  readonly falling?: readonly (readonly string[])[]
  /** No listing shows these levels, so the start weights are not fitted. */
  readonly isManual?: boolean
  readonly levels: Readonly<Record<string, Level>>
}
