// The rows about the project, and the values on which they disagree.
import type { DeskProject, ProjectValues } from '../../../../src/http/api-types.ts'
import { useRecord } from '../../../api/use-load.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDate } from '../../../language/format.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Empty, WhenLoaded } from '../../../parts/notice.tsx'
import { describeField, describeValue } from './describe-change.ts'
import { text } from './text.ts'

/** Loads again when the project changes. */
export function SourceValues({ project }: { readonly project: DeskProject }) {
  const loaded = useRecord<ProjectValues>(`/api/v1/desk/projects/${project.id}/values`, project.version)
  return (
    <section class="card" aria-labelledby="source-values">
      <h2 id="source-values">{text.sourceValues}</h2>
      <WhenLoaded result={loaded} lines={4}>
        {(values) => <Values project={project} values={values} />}
      </WhenLoaded>
    </section>
  )
}

function Values({ project, values }: { readonly project: DeskProject; readonly values: ProjectValues }) {
  const { rows, disagreements } = values
  return (
    <>
      <ul>
        {rows.map(({ source, key, observed_at, is_anchor }) => (
          <li key={`${source} ${key}`}>
            {fill(text.sourceRow, { source, key })} {is_anchor && <Badge tone="stone">{text.anchor}</Badge>}{' '}
            {observed_at && <span class="quiet">{fill(text.since, { day: formatDate(observed_at) })}</span>}
          </li>
        ))}
      </ul>
      {rows.length === 0 && <Empty>{text.noRows}</Empty>}
      {rows.length > 1 && disagreements.length === 0 && <Empty>{text.sourcesAgree}</Empty>}
      {disagreements.length > 0 && <h3>{text.disagreements}</h3>}
      <ul class="entries">
        {disagreements.map(({ field, values: reported }) => (
          <li key={field}>
            <p>
              <strong>{describeField(project, field)}</strong>
              {reported.every(({ won }) => !won) && ` · ${text.noneUsed}`}
            </p>
            {reported.map(({ source, key, observed_at, value, won }) => (
              <p class="row" key={`${source} ${key}`}>
                <span>{describeValue(value, field)}</span>
                {won && <Badge tone="good">{text.used}</Badge>}
                <span class="quiet">
                  {fill(text.sourceRow, { source, key })}
                  {observed_at && ` · ${fill(text.since, { day: formatDate(observed_at) })}`}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
