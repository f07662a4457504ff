// Deletes the account, after its id is typed.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Plans, Session } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../language/choose-language.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Field } from '../../../parts/form.tsx'
import { Card } from '../../../parts/notice.tsx'
import { text } from './text.ts'

export function DeleteAccount({ session: { account, account_role } }: { session: Session }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [contact, setContact] = useState<Plans['contact']>(null)
  const { refresh } = useCurrentUser()
  const { route } = useLocation()
  const isOwner = account_role === 'owner'
  const open = () => {
    setTyped('')
    setOpen(true)
    plinth.plans().then(
      (plans) => setContact(plans.contact),
      () => {},
    )
  }
  const signedOut = async () => {
    route('/')
    await refresh()
  }
  return (
    <Card title={text.deletion} look="after">
      <p class="quiet">{text.deletionLead}</p>
      {!isOwner && <p class="quiet">{text.deletionOwners}</p>}
      <Button look="danger" label={text.deletionAction} disabled={!isOwner} onClick={open} />
      {isOpen && (
        <ConfirmDialog
          title={text.deletionTitle}
          submit={text.deletionSubmit}
          danger
          disabled={typed.trim() !== account.id}
          run={() => plinth.accounts.delete({ confirm: typed.trim() })}
          onDone={() => void signedOut()}
          onClose={() => setOpen(false)}
        >
          <p class="notice warn">{text.deletionWarning}</p>
          <p>{contact === null ? text.deletionRestore : fill(text.deletionRestoreContact, { contact })}</p>
          <p class="quiet">{text.deletionKept}</p>
          <Field
            label={fill(text.deletionConfirm, { id: account.id })}
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        </ConfirmDialog>
      )}
    </Card>
  )
}
