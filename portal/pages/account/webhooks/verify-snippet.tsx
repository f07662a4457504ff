// How a receiver knows that a request is ours.
import { CodeBlock } from '../../../parts/copy.tsx'
import { text } from './text.ts'

const SNIPPET = `import { verifyWebhook } from 'plinth/client'

// The body byte by byte as it came, the headers, and the secret of the endpoint.
const event = await verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET)
console.log(event.id, event.type, event.data.resource)`

export function VerifySnippet() {
  return (
    <>
      <p>{text.verifyLead}</p>
      <CodeBlock>{SNIPPET}</CodeBlock>
    </>
  )
}
