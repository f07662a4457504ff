// Three ways to begin: a file, a feed or one request.
import { IfMay } from '../../../api/may.tsx'
import { CodeBlock } from '../../../parts/copy.tsx'
import { useSampleAddress } from '../../../parts/first-request.tsx'
import { LoadFile } from '../load/load-file.tsx'
import { text } from './text.ts'

/** Reads the key from the environment, so that the command holds no secret. */
function putCommand(origin: string, address: string): string {
  const body = JSON.stringify({ address }).replaceAll("'", "'\\''")
  return [
    `curl -s -X PUT '${origin}/api/v1/listings/my-first-listing'`,
    '-H "Authorization: Bearer $PLINTH_API_KEY"',
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(' \\\n  ')
}

export function GetStarted({ onLoaded }: { onLoaded: () => void }) {
  const address = useSampleAddress('live')
  return (
    <>
      <h2>{text.start.title}</h2>
      <p class="lead">{text.start.lead}</p>
      <IfMay scope="listings:write">
        <LoadFile onDone={onLoaded} />
      </IfMay>
      <div class="beside after">
        <section class="card">
          <h3>{text.start.feed}</h3>
          <p>{text.start.feedLead}</p>
          <IfMay scope="feeds:manage">
            <a class="button" href="/account/new-feed">
              {text.start.feed}
            </a>
          </IfMay>
        </section>
        <section class="card">
          <h3>{text.start.curl}</h3>
          <p>{text.start.curlLead}</p>
          {address !== undefined && (
            <CodeBlock>{putCommand(location.origin, address ?? '#1203 -77 huntley')}</CodeBlock>
          )}
        </section>
      </div>
    </>
  )
}
