// An act that is asked about before it is done; it shows why it did not work, if it did not.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { Problem } from './notice.tsx'
import { text as frame } from './shared-text.ts'

interface AskFirstProps {
  readonly title: string
  readonly label: string
  readonly danger?: boolean
  readonly run: () => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function ConfirmDialog({ title, label, danger, run, onDone, onClose, children }: AskFirstProps) {
  const [error, setError] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await run()
      onDone()
      onClose()
    } catch (caught) {
      setError(caught as Error)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        {error && <Problem error={error} />}
        <div class="row end">
          <button type="button" class="second" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class={danger ? 'danger' : ''} disabled={busy}>
            {label}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
