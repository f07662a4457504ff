// Chooses the source: a dropped file, a selected file or pasted text.
import { useState } from 'preact/hooks'
import { FileDrop } from '../../csv/file-drop.tsx'
import { text } from './batch-text.ts'

export type Source = File | string

interface SourcePickerProps {
  readonly signedIn: boolean
  /** True if lookups use the full dataset, where curators may review uncertain addresses. */
  readonly production: boolean
  readonly busy: boolean
  readonly onSource: (source: Source) => void
}

export function SourcePicker({ signedIn, production, busy, onSource }: SourcePickerProps) {
  const [pasted, setPasted] = useState('')
  return (
    <div class="card sources">
      <div class="beside">
        <FileDrop area={text.source} label={text.drop} disabled={busy} onFile={onSource} />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onSource(pasted)
          }}
        >
          <label for="many-paste">{text.paste}</label>
          <textarea
            class="mono"
            id="many-paste"
            rows={5}
            value={pasted}
            placeholder={text.pastePlaceholder}
            spellcheck={false}
            onInput={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <button type="submit" class="second small" disabled={busy || pasted.trim() === ''}>
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
