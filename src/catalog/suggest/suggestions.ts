// Suggestions while someone types: keeps an index per dataset and answers queries.

import type { StreetIndex } from '@plinth/matcher'
import type { Dataset } from '../../events/event-types.ts'
import { handled } from '../../kernel/settled.ts'
import { runInSteps } from '../snapshot/read-dataset.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { addressIndexOf } from '../snapshot/snapshot-matcher.ts'
import { buildPlaceIndex } from './place-index.ts'
import type { Suggestion, SuggestSource } from './present-suggestion.ts'
import { presentHit } from './present-suggestion.ts'
import { countCharacters, readQuery } from './query-words.ts'
import type { SuggestQuery } from './search.ts'
import { search } from './search.ts'
import { namesOf } from './snapshot-names.ts'
import type { SuggestIndex } from './suggest-index.ts'
import { buildSuggestIndex } from './suggest-index.ts'
import type { EmptyReason } from './suggestion-kinds.ts'
import { MIN_CHARACTERS } from './suggestion-kinds.ts'

export interface SuggestAnswer {
  readonly suggestions: readonly Suggestion[]
  /** Why there are none. */
  readonly reason: EmptyReason | null
  readonly datasetVersion: string | null
}

interface Snapshots {
  snapshot(dataset: Dataset): Snapshot
  onSwap(listener: (snapshot: Snapshot) => void): () => void
}

/** Publishing prices and statuses keeps the address index, and with it these. */
const indexes = new WeakMap<StreetIndex, SuggestIndex>()

/** Yields between steps, so that the server can handle requests. */
export function* buildSource(snapshot: Snapshot): Generator<void, SuggestSource> {
  const addresses = addressIndexOf(snapshot.matcher)
  let index = indexes.get(addresses)
  if (!index) {
    index = yield* buildSuggestIndex(addresses, namesOf(snapshot, addresses))
    indexes.set(addresses, index)
  }
  return { snapshot, index, places: yield* buildPlaceIndex(snapshot) }
}

export function suggest(source: SuggestSource, query: SuggestQuery): SuggestAnswer {
  const datasetVersion = source.snapshot.version?.version ?? null
  if (countCharacters(query.q) < MIN_CHARACTERS) return { suggestions: [], reason: 'too_short', datasetVersion }
  const { words } = readQuery(query.q)
  const hits = search(source.index, source.places, query)
  const suggestions = hits.map((hit) => presentHit(source, hit, words)).filter((one) => one !== null)
  return { suggestions, reason: suggestions.length === 0 ? 'no_match' : null, datasetVersion }
}

/** The first query of a dataset builds its index. From then on, each new version is indexed in the background. */
export class Suggestions {
  readonly #catalog: Snapshots
  readonly #ready = new Map<Dataset, SuggestSource>()
  readonly #building = new Map<Dataset, Promise<SuggestSource>>()

  constructor(catalog: Snapshots) {
    this.#catalog = catalog
    catalog.onSwap(({ dataset }) => {
      // A failed build is repeated by the next query.
      if (this.#ready.has(dataset)) this.#build(dataset).catch(() => {})
    })
  }

  /** Answers from the previous version while a new one is being indexed. */
  suggest(dataset: Dataset, query: SuggestQuery): SuggestAnswer | Promise<SuggestAnswer> {
    const ready = this.#ready.get(dataset)
    if (ready?.snapshot === this.#catalog.snapshot(dataset)) return suggest(ready, query)
    const building = this.#build(dataset)
    if (!ready) return building.then((source) => suggest(source, query))
    // A failed build is repeated by the next query.
    handled(building)
    return suggest(ready, query)
  }

  #build(dataset: Dataset): Promise<SuggestSource> {
    let building = this.#building.get(dataset)
    if (!building) {
      building = this.#buildCurrent(dataset).finally(() => this.#building.delete(dataset))
      this.#building.set(dataset, building)
    }
    return building
  }

  /** Until no newer version was published meanwhile. */
  async #buildCurrent(dataset: Dataset): Promise<SuggestSource> {
    for (;;) {
      const snapshot = this.#catalog.snapshot(dataset)
      const source = await runInSteps(buildSource(snapshot))
      this.#ready.set(dataset, source)
      if (this.#catalog.snapshot(dataset) === snapshot) return source
    }
  }
}
