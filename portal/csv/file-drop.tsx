// A field for a file with a table: drop it or choose it.
import './file-drop.css'
import { useId, useState } from 'preact/hooks'
import { text } from './text.ts'

const TABLES = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,text/csv,text/tab-separated-values,text/plain,application/x-ndjson'

interface FileDropProps {
  /** Names the area for screen readers. */
  readonly area: string
  readonly label: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
  /** Endings that are accepted beside those of tables, and what to say about all. */
  readonly more?: { readonly accept: string; readonly hint: string }
}

export function FileDrop({ area, label, disabled, onFile, more }: FileDropProps) {
  const id = useId()
  const [isDragging, setDragging] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    const file = event.dataTransfer?.files[0]
    if (file && !disabled) onFile(file)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setDragging(true)
  }
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0]
    // Lets the user choose the same file again after changing it.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <section
      class={isDragging ? 'file-drop flush over' : 'file-drop flush'}
      aria-label={area}
      onDrop={drop}
      onDragOver={drag}
      onDragLeave={() => setDragging(false)}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={TABLES + (more?.accept ?? '')}
        disabled={disabled}
        aria-describedby={`${id}-types`}
        onChange={choose}
      />
      <p class="quiet" id={`${id}-types`}>
        {more?.hint ?? text.fileTypes}
      </p>
    </section>
  )
}
