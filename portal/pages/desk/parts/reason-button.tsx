// A button whose action is confirmed with a reason.
import type { ConfirmButtonProps } from '../../../parts/confirm-dialog.tsx'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { Field } from '../../../parts/form.tsx'
import { text } from './text.ts'

type ReasonButtonProps = Omit<ConfirmButtonProps, 'run' | 'danger'> & {
  readonly lead?: string
  readonly optional?: boolean
  readonly run: (reason: string) => Promise<unknown>
}

export function ReasonButton({ lead, optional = false, run, ...button }: ReasonButtonProps) {
  return (
    <ConfirmButton {...button} danger run={({ reason = '' }) => run(reason.trim())}>
      {lead && <p>{lead}</p>}
      <Field name="reason" label={text.reason} lines={3} maxLength={2000} required={!optional} />
    </ConfirmButton>
  )
}
