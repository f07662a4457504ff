// A confirmation dialog that notices when the session has expired.
import type { ConfirmDialogProps } from '../../../parts/confirm-dialog.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useSessionCheck } from './use-account.ts'

export function AccountConfirm(props: ConfirmDialogProps) {
  return <ConfirmDialog {...props} onError={useSessionCheck()} />
}
