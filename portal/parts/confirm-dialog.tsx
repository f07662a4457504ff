// A dialog that asks before it acts, and shows the error when the action fails.
import type { ComponentChildren } from 'preact'
import { useAction } from '../api/use-action.ts'
import { Dialog } from './dialog.tsx'
import { Problem } from './notice.tsx'
import { text } from './shared-text.ts'

export interface ConfirmDialogProps {
  readonly title: string
  readonly submit: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Replaces the buttons while the action runs. */
  readonly progress?: ComponentChildren
  readonly run: () => Promise<unknown>
  /** After success; the caller closes the dialog. */
  readonly onDone: () => void
  readonly onClose: () => void
  readonly onError?: (error: Error) => void
  readonly children?: ComponentChildren
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, submit, danger, disabled, progress, run, onDone, onClose, onError, children } = props
  const action = useAction(onError)
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      await run()
      onDone()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit}>
        {children}
        {action.error && <Problem error={action.error} />}
        {action.busy && progress ? (
          progress
        ) : (
          <div class="row end">
            {/* A dialog focuses its first control. Without fields, that must be the safe button. */}
            <button type="button" class="second" onClick={onClose}>
              {text.cancel}
            </button>
            {/* Each step gets a new, unfocused button, so pressing Enter twice can't confirm two steps. */}
            <button key={submit} type="submit" class={danger ? 'danger' : ''} disabled={disabled || action.busy}>
              {submit}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
