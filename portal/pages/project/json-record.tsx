// A record as JSON, with the request that returns it.
import { CodeBlock } from '../../parts/copy.tsx'
import { text } from './text.ts'

export function JsonRecord({ path, record }: { path: string; record: object }) {
  const curl = `curl -s '${location.origin}${path}' \\\n  -H "Authorization: Bearer $PLINTH_API_KEY"`
  return (
    <details class="after">
      <summary>{text.record}</summary>
      <h3>{text.request}</h3>
      <CodeBlock>{curl}</CodeBlock>
      <CodeBlock>{JSON.stringify(record, null, 2)}</CodeBlock>
    </details>
  )
}
