// The project as JSON, with the request that returns it.
import type { Project } from '../../../src/http/api-types.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { text } from './text.ts'

export function JsonRecord({ project, asOf }: { project: Project; asOf: string | null }) {
  const query = asOf ? `include=media&as_of=${asOf}` : 'include=media,sources'
  const curl = `curl -s '${location.origin}/api/v1/projects/${project.id}?${query}' \\\n  -H "Authorization: Bearer $PLINTH_API_KEY"`
  return (
    <details class="after">
      <summary>{text.record}</summary>
      <h3>{text.request}</h3>
      <CodeBlock>{curl}</CodeBlock>
      <CodeBlock>{JSON.stringify(project, null, 2)}</CodeBlock>
    </details>
  )
}
