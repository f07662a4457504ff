// Changes the trust, licence and attribution of a source, or allows a share-alike licence.
import { useState } from 'preact/hooks'
import type { SourceState } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../language/choose-language.ts'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { CheckList, Field } from '../../../parts/form.tsx'
import { text } from './text.ts'

interface EditSourceProps {
  readonly source: SourceState
  readonly onDone: () => void
}

export function EditSource({ source, onDone }: EditSourceProps) {
  const { name, share_alike } = source
  const [allowed, setAllowed] = useState(source.share_alike_allowed_at !== null)
  // A source without imports has no trust of its own yet.
  const hasTrust = source.title !== null
  const save = ({ trust, licence = '', attribution = '' }: FormValues) => {
    const body = {
      licence: licence.trim() || null,
      attribution: attribution.trim() || null,
      ...(hasTrust ? { trust: Number(trust) } : {}),
      ...(share_alike ? { share_alike_allowed: allowed } : {}),
    }
    return plinth.request('PATCH', `/api/v1/operator/sources/${encodeURIComponent(name)}`, { body })
  }
  const stored = (value: string | number | null) => ({ defaultValue: String(value ?? '') })
  return (
    <ConfirmButton
      label={text.edit}
      name={`${text.edit} ${name}`}
      title={fill(text.editSource, { name })}
      submit={text.save}
      run={save}
      onDone={onDone}
    >
      {hasTrust && (
        <Field name="trust" label={text.trust} hint={text.trustHint} type="number" min="1" {...stored(source.trust)} />
      )}
      <Field name="licence" label={text.licence} hint={text.licenceHint} maxLength={200} {...stored(source.licence)} />
      <Field name="attribution" label={text.attribution} lines={3} maxLength={500} {...stored(source.attribution)} />
      {share_alike && (
        <CheckList
          legend={text.shareAlike}
          choices={[{ value: 'allowed', label: text.allowShareAlike, hint: text.allowShareAlikeHint }]}
          selected={allowed ? ['allowed'] : []}
          onChange={(selected) => setAllowed(selected.length > 0)}
        />
      )}
    </ConfirmButton>
  )
}
