// The licences and attributions of a dataset version, in memory.
import { projectsBySource } from '../../catalog/query/reference-lists.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SourceFacts } from './format-facts.ts'
import { DEFAULT_FACTS } from './format-facts.ts'
import { registerEarlierSources } from './register-source.ts'
import { listSources } from './source-registry.ts'

export interface Attribution extends Omit<SourceFacts, 'title' | 'trust' | 'creates_projects'> {
  readonly name: string
  readonly title: string
  /** Number of projects with data from this source; 0 when it has streets. */
  readonly projects: number
}

const MAX_AGE_MS = 5000

export class Attributions {
  readonly #db: Database
  readonly #clock: Clock
  #facts: ReadonlyMap<string, SourceFacts> = new Map()
  #loadedMs = Number.NEGATIVE_INFINITY
  /** A snapshot may contain a source that was registered after the last load. */
  readonly #checked = new WeakSet<Snapshot>()
  #loading: Promise<void> = Promise.resolve()
  #hasRegisteredEarlier = false

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * The sources with projects or streets in the snapshot, most trusted first. Reads the database once per dataset version; later
   * changes of a licence show within seconds.
   */
  async of(snapshot: Snapshot): Promise<readonly Attribution[]> {
    const streets = (snapshot.installedStreets?.sources ?? []).map((name): [string, number] => [name, 0])
    const counts = new Map([...streets, ...projectsBySource(snapshot)])
    if (!this.#checked.has(snapshot)) {
      await this.reload().catch((error) => this.#requireKnown(counts, error))
      this.#checked.add(snapshot)
    } else if (this.#clock.now() - this.#loadedMs > MAX_AGE_MS) {
      this.#loadedMs = this.#clock.now()
      // The database may be unreachable; the last known facts still apply.
      void this.reload().catch(() => {})
    }
    const found = [...counts].map(([name, projects]) => ({ name, projects, facts: this.#factsOf(name) }))
    found.sort((a, b) => (a.facts?.trust ?? 0) - (b.facts?.trust ?? 0) || (a.name < b.name ? -1 : 1))
    return found.map(({ name, projects, facts }) => attributionOf(name, projects, facts))
  }

  /** Call it after a change, so that this node shows it at once. */
  reload(): Promise<void> {
    // A load that already runs may have missed the change.
    this.#loading = this.#loading.catch(() => {}).then(() => this.#load())
    return this.#loading
  }

  async #load(): Promise<void> {
    if (!this.#hasRegisteredEarlier) await registerEarlierSources(this.#db)
    this.#hasRegisteredEarlier = true
    this.#facts = new Map((await listSources(this.#db)).map((source) => [source.name, source]))
    this.#loadedMs = this.#clock.now()
  }

  #factsOf(name: string): SourceFacts | undefined {
    return this.#facts.get(name) ?? DEFAULT_FACTS[name]
  }

  /** Data must not leave without its licence. */
  #requireKnown(counts: ReadonlyMap<string, number>, error: unknown): void {
    for (const name of counts.keys()) if (!this.#factsOf(name)) throw error
  }
}

function attributionOf(name: string, projects: number, facts: SourceFacts | undefined): Attribution {
  return {
    name,
    title: facts?.title ?? name,
    publisher: facts?.publisher ?? null,
    licence: facts?.licence ?? null,
    licence_url: facts?.licence_url ?? null,
    attribution: facts?.attribution ?? null,
    share_alike: facts?.share_alike ?? false,
    projects,
  }
}
