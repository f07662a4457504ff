// Monthly limits of a key's own: fields, usage against them, and a dialog that changes them.
import type { ApiKey } from '../../../../src/http/api-types.ts'
import { plinth } from '../../../api/plinth.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import type { FormValues } from '../../../parts/form.tsx'
import { Field } from '../../../parts/form.tsx'
import { Meter } from '../parts/meter.tsx'
import { text as shared } from '../parts/text.ts'
import { text } from './text.ts'

const KINDS = ['requests', 'lookups'] as const
const LABELS = { requests: text.requestLimit, lookups: text.lookupLimit }

export function LimitFields({ apiKey }: { apiKey?: ApiKey }) {
  return KINDS.map((kind) => (
    <Field
      key={kind}
      name={`${kind}_per_month`}
      label={LABELS[kind]}
      hint={text.limitHint}
      type="number"
      min="0"
      defaultValue={String(apiKey?.[`${kind}_per_month`] ?? '')}
    />
  ))
}

/** The limits of a form with `LimitFields`. An empty field is no limit. */
export const limitsIn = (values: FormValues) => ({
  requests_per_month: limitIn(values.requests_per_month),
  lookups_per_month: limitIn(values.lookups_per_month),
})

const limitIn = (value = '') => (value === '' ? null : Number(value))

/** Bars for the limits that the key has; otherwise what it used. */
export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const used = apiKey.used_this_month ?? { requests: 0, lookups: 0 }
  const limited = KINDS.filter((kind) => apiKey[`${kind}_per_month`] !== null)
  if (limited.length === 0)
    return (
      <p class="quiet">
        {fill(text.used, { requests: formatNumber(used.requests), lookups: formatNumber(used.lookups) })}
      </p>
    )
  return (
    <div class="beside" style={{ '--gap': '0 var(--s6)' }}>
      {limited.map((kind) => (
        <Meter key={kind} label={shared[kind]} used={used[kind]} limit={apiKey[`${kind}_per_month`] ?? 0} />
      ))}
    </div>
  )
}

export function EditLimits({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const title = fill(text.limitsTitle, { name: apiKey.name })
  return (
    <ConfirmButton
      label={text.limits}
      name={title}
      title={title}
      submit={text.limitsSubmit}
      run={(values) => plinth.apiKeys.update(apiKey.id, limitsIn(values))}
      onDone={onDone}
    >
      <p>{text.limitsLead}</p>
      <LimitFields apiKey={apiKey} />
    </ConfirmButton>
  )
}
