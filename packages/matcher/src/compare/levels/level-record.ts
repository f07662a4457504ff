// What a component and each of its levels must say: weights, constraints and texts.

export type Text = readonly [english: string, french: string]

/** `same` names an agreeing part, `note` is a neutral or supporting clause, `doubt` follows “but”. */
export type Tone = 'same' | 'note' | 'doubt'

/**
 * Placeholders: `{query}` and `{building}` are the compared values, `{street}` and `{city}` those of the building,
 * `{storeys}` its height. `{query|somewhere}` has a fallback; without one, the phrase is left out if the value is unknown.
 */
export type Phrase = readonly [tone: Tone, ...Text]

export interface Level {
  /** Bits that fitting starts from. */
  readonly start: number
  /** The most bits that fitting may give it. Keeps hard negatives below 0.2 regardless of the cases. */
  readonly ceiling?: number
  /** The highest confidence of a candidate with this level: never sure against what the text says. */
  readonly cap?: number
  /** What a chart of the evidence shows. */
  readonly label: Text
  /** What the summary says; null for a level that says nothing to a reader. */
  readonly phrase: Phrase | null
  /** Said instead where a name or a corporation found the building, and no street was compared. */
  readonly withoutStreet?: Phrase | null
}

export interface Component<L extends string = string> {
  readonly label: Text
  /** The level that weighs 0 bits. */
  readonly neutral: NoInfer<L> | null
  /** Levels whose weights must fall in this order. Few cases show some of them, so fitting alone would not order them. */
  readonly falling?: readonly (readonly NoInfer<L>[])[]
  /** No listing shows these levels, so the start weights are not fitted. */
  readonly isManual?: boolean
  readonly levels: Readonly<Record<L, Level>>
}

/** Keeps the names of the levels as types. */
export const component = <L extends string>(record: Component<L>): Component<L> => record

export const same = (...text: Text): Phrase => ['same', ...text]
export const note = (...text: Text): Phrase => ['note', ...text]
export const doubt = (...text: Text): Phrase => ['doubt', ...text]

export const NOT_COMPARED: Level = { start: 0, label: ['not compared', 'non comparé'], phrase: null }
