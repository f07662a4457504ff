// Uploads a file into a feed that has no URL.
import { useState } from 'preact/hooks'
import type { FeedRun } from '../../../../src/http/api-types.ts'
import { sendFile } from '../../../api/progress-stream.ts'
import { useAction } from '../../../api/use-action.ts'
import { FileDrop } from '../../../csv/file-drop.tsx'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Problem } from '../../../parts/notice.tsx'
import { text } from './text.ts'

interface UploadResult {
  readonly counts: FeedRun['counts']
}

const words = text.upload

export function Upload({ feedId, onDone }: { feedId: string; onDone: () => void }) {
  const action = useAction()
  const [result, setResult] = useState<UploadResult>()
  const upload = async (file: File) => {
    setResult(undefined)
    setResult(await sendFile<UploadResult>(`/api/v1/feeds/${encodeURIComponent(feedId)}/file`, file))
    onDone()
  }
  const { read, created, updated } = result?.counts ?? { read: 0, created: 0, updated: 0 }
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <FileDrop
        area={words.area}
        label={words.drop}
        disabled={action.busy}
        onFile={(file) => void action.run(() => upload(file))}
      />
      <div role="status" class="after">
        {action.busy && <p>{words.busy}</p>}
        {result && (
          <p class="notice good">
            {fill(words.done, {
              read: formatNumber(read),
              created: formatNumber(created),
              updated: formatNumber(updated),
            })}
          </p>
        )}
      </div>
      {action.error && <Problem error={action.error} />}
    </section>
  )
}
