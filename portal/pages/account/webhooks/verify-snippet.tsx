// Example code for receivers to verify a signature.
import { CodeBlock } from '../../../parts/copy.tsx'
import { text } from './text.ts'

const SNIPPET = `import { verifyWebhook } from '@plinth/client'

// Pass the raw request body, the headers and the endpoint's secret.
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
