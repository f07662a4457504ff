// The sources of a project: their licences, and which fields came from each.
import type { FieldSources, Project } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { formatDateTime, humanize } from '../../language/format.ts'
import { fieldName } from './field-words.ts'
import { text } from './text.ts'

type Origin = FieldSources['fields'][string]

export function Sources({ project }: { project: Project }) {
  const { sources, data_as_of, field_sources } = project
  return (
    <>
      <p>{fill(text.dataAsOf, { when: formatDateTime(data_as_of) })}</p>
      <ul>
        {sources.map(({ kind, observed_at }) => (
          <li key={`${kind} ${observed_at}`}>
            <Name kind={kind} known={field_sources} />
            {fill(text.seen, { when: formatDateTime(observed_at) })}
            <Fields kind={kind} known={field_sources} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface SourceProps {
  readonly kind: string
  /** Missing for a date in the past. */
  readonly known: FieldSources | undefined
}

function Name({ kind, known }: SourceProps) {
  const facts = known?.sources.find(({ name }) => name === kind)
  const title = !facts || facts.title === kind ? humanize(kind) : facts.title
  const licence = facts?.licence_url ? <a href={facts.licence_url}>{facts.licence}</a> : facts?.licence
  return (
    <>
      {facts?.publisher ? `${title} (${facts.publisher})` : title}
      {licence && <>, {licence}</>}
    </>
  )
}

function Fields({ kind, known }: SourceProps) {
  const names = known ? fieldsFrom(kind, known) : []
  if (names.length === 0) return null
  return (
    <details>
      <summary>{fill(text.fieldsFrom, { count: names.length })}</summary>
      <p class="quiet">{names.map(fieldName).join(' · ')}</p>
    </details>
  )
}

function fieldsFrom(kind: string, { fields, buildings }: FieldSources): string[] {
  const all = [fields, ...buildings.map((building) => building.fields)]
  const own = all.flatMap((part) => Object.entries<Origin>(part).filter(([, { source }]) => source === kind))
  return [...new Set(own.map(([field]) => field))]
}
