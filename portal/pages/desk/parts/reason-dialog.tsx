// A confirmation dialog that asks for a reason.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Field } from '../../../parts/form.tsx'
import { text } from './text.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly lead?: string
  readonly submit: string
  readonly optional?: boolean
  readonly progress?: ComponentChildren
  readonly run: (reason: string) => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ReasonDialog({ lead, optional = false, run, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog {...dialog} danger run={() => run(reason.trim())}>
      {lead && <p>{lead}</p>}
      <Field label={text.reason} lines={3} maxLength={2000} required={!optional} value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
