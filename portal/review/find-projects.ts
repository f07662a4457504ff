// Finds projects for what is typed: suggestions first, then the search by words.
import type { Suggestion } from '../../src/http/api-types.ts'
import type { Suggest } from '../suggest/suggestions.ts'

export interface FoundProject {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly city_name: string
  readonly buildings: readonly { readonly id: number; readonly name: string | null }[]
}

/** Curators search every project; account members search what their plan includes. */
export type FindProjects = (query: string, signal: AbortSignal) => Promise<readonly FoundProject[]>

interface Lookups {
  readonly suggest: Suggest
  readonly search: FindProjects
  readonly byIds: (ids: readonly number[], signal: AbortSignal) => Promise<readonly FoundProject[]>
}

/** Suggestions forgive typos and abbreviations; the search also knows IDs. */
export function findProjectsBy({ suggest, search, byIds }: Lookups): FindProjects {
  return async (q, signal) => {
    // Without suggestions, the search alone has to do.
    const suggesting = suggest(q, signal).catch(() => [])
    const [found, suggestions] = await Promise.all([search(q, signal), suggesting])
    const known = new Map(found.map((project) => [project.id, project]))
    const missing = projectIdsOf(suggestions).filter((id) => !known.has(id))
    if (missing.length > 0) for (const project of await byIds(missing, signal)) known.set(project.id, project)
    return rankProjects(q, [...known.values()], suggestions)
  }
}

const projectIdsOf = (suggestions: readonly Suggestion[]): number[] => [
  ...new Set(suggestions.flatMap(({ project_id }) => project_id ?? [])),
]

/** A typed ID first, then in the order of the suggestions. A suggested tower comes before the others of its project. */
function rankProjects(
  q: string,
  projects: readonly FoundProject[],
  suggestions: readonly Suggestion[],
): FoundProject[] {
  const projectIds = projectIdsOf(suggestions)
  const towerIds = suggestions.flatMap(({ building_id }) => building_id ?? [])
  const rank = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  const rankOf = ({ id }: FoundProject) => (String(id) === q ? -1 : rank(projectIds, id))
  return projects
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((project) => ({
      ...project,
      // Towers without a name are numbered in the order of the project.
      buildings: project.buildings
        .map(({ id, name }, i) => ({ id, name: name ?? `#${i + 1}` }))
        .toSorted((a, b) => rank(towerIds, a.id) - rank(towerIds, b.id)),
    }))
}
