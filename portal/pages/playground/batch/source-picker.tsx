// Chooses the source: a dropped file, a selected file or pasted text.
import { useState } from 'preact/hooks'
import { text } from './text.ts'

export type Source = File | string

interface SourcePickerProps {
  readonly signedIn: boolean
  /** True if lookups use the full dataset, where curators may review uncertain addresses. */
  readonly production: boolean
  readonly busy: boolean
  readonly onSource: (source: Source) => void
}

export function SourcePicker({ signedIn, production, busy, onSource }: SourcePickerProps) {
  const [isDragging, setDragging] = useState(false)
  const [pasted, setPasted] = useState('')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    const file = event.dataTransfer?.files[0]
    if (file) onSource(file)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setDragging(true)
  }
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0]
    // Lets the user choose the same file again after changing it.
    currentTarget.value = ''
    if (file) onSource(file)
  }
  return (
    <div class="card sources">
      <div class="beside">
        <section
          class={isDragging ? 'drop over' : 'drop'}
          aria-label={text.source}
          onDrop={drop}
          onDragOver={drag}
          onDragLeave={() => setDragging(false)}
        >
          <label for="many-file">{text.drop}</label>
          <input
            id="many-file"
            type="file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,text/tab-separated-values,text/plain,application/x-ndjson"
            disabled={busy}
            aria-describedby="many-types"
            onChange={choose}
          />
          <p class="quiet" id="many-types">
            {text.fileTypes}
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
        {signedIn ? text.limitMember : text.limitVisitor} {production ? text.privacyProduction : text.privacy}
      </p>
    </div>
  )
}
