// A dialog that asks before it acts and shows the error when the action fails, and a button that opens one.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../api/use-action.ts'
import { text } from '../language/shared-text.ts'
import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FieldProblems } from './field-problems.tsx'
import type { FormValues } from './form.tsx'
import { valuesOf } from './form.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly submit: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Replaces the buttons while the action runs. */
  readonly progress?: ComponentChildren
  /** Receives the values of named fields among the children. */
  readonly run: (values: FormValues) => Promise<unknown>
  /** After success; the caller closes the dialog. */
  readonly onDone: () => void
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, submit, danger, disabled, progress, run, onDone, onClose, children } = props
  const action = useAction()
  const onSubmit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    void action.run(async () => {
      await run(values)
      onDone()
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <FieldProblems error={action.error}>{children}</FieldProblems>
        {action.busy && progress ? (
          progress
        ) : (
          <div class="row end">
            {/* A dialog focuses its first control. Without fields, that must be the safe button. */}
            <Button look="second" label={text.cancel} onClick={onClose} />
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

export type ConfirmButtonProps = Omit<ConfirmDialogProps, 'onDone' | 'onClose'> &
  Omit<ButtonProps, 'onClick' | 'disabled'> & { readonly onDone?: () => void }

/** A button whose action has to be confirmed. */
export function ConfirmButton({ label, look = 'second small', name, onDone, ...dialog }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const done = () => {
    close()
    onDone?.()
  }
  return (
    <>
      <Button label={label} look={look} name={name} onClick={() => setOpen(true)} />
      {isOpen && <ConfirmDialog {...dialog} onDone={done} onClose={close} />}
    </>
  )
}
