// Where the addresses come from: a file that is dropped or chosen, or a pasted column.
import { useState } from 'preact/hooks'
import { text } from './text.ts'

export type Source = File | string

interface SourcePickerProps {
  readonly signedIn: boolean
  /** Answers with the full dataset: an address in doubt may be noted. */
  readonly production: boolean
  readonly busy: boolean
  readonly onSource: (source: Source) => void
}

export function SourcePicker({ signedIn, production, busy, onSource }: SourcePickerProps) {
  const [over, setOver] = useState(false)
  const [pasted, setPasted] = useState('')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (file) onSource(file)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again after it was changed.
    currentTarget.value = ''
    if (file) onSource(file)
  }
  return (
    <div class="card sources">
      <div class="beside">
        <section
          class={over ? 'drop over' : 'drop'}
          aria-label={text.source}
          onDrop={drop}
          onDragOver={drag}
          onDragLeave={() => setOver(false)}
        >
          <label for="many-file">{text.drop}</label>
          <input
            id="many-file"
            type="file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,text/tab-separated-values,text/plain,application/x-ndjson"
            disabled={busy}
            aria-describedby="many-kinds"
            onChange={choose}
          />
          <p class="quiet" id="many-kinds">
            {text.fileKinds}
          </p>
        </section>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onSource(pasted)
          }}
        >
          <label for="many-paste">{text.paste}</label>
          <textarea
            id="many-paste"
            rows={5}
            value={pasted}
            placeholder={text.pastePlaceholder}
            spellcheck={false}
            onInput={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <button type="submit" class="second small use" disabled={busy || pasted.trim() === ''}>
            {text.usePasted}
          </button>
        </form>
      </div>
      <p class="quiet">
        {signedIn ? text.limitMember : text.limitVisitor} {production ? text.privateProduction : text.private}
      </p>
    </div>
  )
}
