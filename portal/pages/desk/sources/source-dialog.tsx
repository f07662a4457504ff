// Changes the trust, licence and attribution of a source, or allows a share-alike licence.
import { useState } from 'preact/hooks'
import type { SourceState } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../parts/choose-language.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { CheckList, Field } from '../../../parts/form.tsx'
import { text } from './text.ts'

interface SourceDialogProps {
  readonly source: SourceState
  readonly onDone: () => void
  readonly onClose: () => void
}

export function SourceDialog({ source, onDone, onClose }: SourceDialogProps) {
  const { name, share_alike } = source
  const [trust, setTrust] = useState(String(source.trust))
  const [licence, setLicence] = useState(source.licence ?? '')
  const [attribution, setAttribution] = useState(source.attribution ?? '')
  const [allowed, setAllowed] = useState(source.share_alike_allowed_at !== null)
  // A source without imports has no trust of its own yet.
  const hasTrust = source.title !== null
  const save = () => {
    const body = {
      licence: licence.trim() || null,
      attribution: attribution.trim() || null,
      ...(hasTrust ? { trust: Number(trust) } : {}),
      ...(share_alike ? { share_alike_allowed: allowed } : {}),
    }
    return plinth.request('PATCH', `/api/v1/operator/sources/${encodeURIComponent(name)}`, { body })
  }
  return (
    <ConfirmDialog
      title={fill(text.editSource, { name })}
      submit={text.save}
      run={save}
      onDone={onDone}
      onClose={onClose}
    >
      {hasTrust && (
        <Field label={text.trust} hint={text.trustHint} type="number" min="1" value={trust} onChange={setTrust} />
      )}
      <Field label={text.licence} hint={text.licenceHint} maxLength={200} value={licence} onChange={setLicence} />
      <Field label={text.attribution} lines={3} maxLength={500} value={attribution} onChange={setAttribution} />
      {share_alike && (
        <CheckList
          legend={text.shareAlike}
          choices={[{ value: 'allowed', label: text.allowShareAlike, hint: text.allowShareAlikeHint }]}
          selected={allowed ? ['allowed'] : []}
          onChange={(selected) => setAllowed(selected.length > 0)}
        />
      )}
    </ConfirmDialog>
  )
}
