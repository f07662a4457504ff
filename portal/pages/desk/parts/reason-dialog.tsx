// A question before something is taken back: why, and are you sure.
import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { text as frame } from '../../../parts/shared-text.ts'
import { text } from '../projects/text.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly lead?: string
  readonly doIt: string
  /** Given where the reason is known already. */
  readonly reason?: string
  readonly act: (reason: string) => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ReasonDialog({ title, lead, doIt, reason: known, act, onDone, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState(known ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const id = useId()
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    await act(reason.trim()).then(onDone, setError)
    setBusy(false)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={send}>
        {lead && <p>{lead}</p>}
        {known === undefined && (
          <div class="field">
            <label for={id}>{text.reason}</label>
            <textarea
              id={id}
              required
              maxLength={2000}
              rows={3}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          </div>
        )}
        {error && <Problem error={error} />}
        <div class="row end">
          <button type="button" class="second" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="danger" disabled={busy}>
            {busy ? text.publishing : doIt}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
