// The form for one address: its hints, its link and example addresses.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CopyButton } from '../../parts/copy.tsx'
import { ADDRESS_MAX_LENGTH, AddressInput } from '../../suggest/address-input.tsx'
import { SuggestBox } from '../../suggest/suggest-box.tsx'
import { addressText } from '../../suggest/suggestion-text.ts'
import { ADDRESS_KINDS, suggestFrom } from '../../suggest/suggestions.ts'
import type { QueryField, QueryFields } from './query-fields.ts'
import { EMPTY_QUERY, fieldsToHash, QUERY_FIELDS } from './query-fields.ts'
import { text } from './text.ts'

const suggest = suggestFrom({ kinds: ADDRESS_KINDS })
const HINTS = QUERY_FIELDS.filter((field) => field !== 'address')
/** The API's limits. */
const MAX_LENGTHS: Readonly<Record<QueryField, number>> = {
  address: ADDRESS_MAX_LENGTH,
  city: 100,
  province: 40,
  postal_code: 16,
  building_name: 200,
  condo_corp: 40,
  listed_on: 10,
  point: 60,
}

/** `/` focuses the address field, unless the user is typing in another field. */
function useSlashKey(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest?.('input, textarea, select, dialog')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
}

interface AddressFormProps {
  readonly fields: QueryFields
  readonly examples: readonly string[]
  /** `now` skips the wait for the user to stop typing. */
  readonly onChange: (fields: QueryFields, now: boolean) => void
}

export function AddressForm({ fields, examples, onChange }: AddressFormProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  useSlashKey(input)
  const field = (name: QueryField) => ({
    id: `query-${name}`,
    value: fields[name],
    maxLength: MAX_LENGTHS[name],
    autoComplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange({ ...fields, [name]: currentTarget.value }, false),
  })
  const submit = (event: Event) => {
    event.preventDefault()
    onChange(fields, true)
  }
  const link = `${location.origin}/playground${fieldsToHash(fields)}`
  return (
    <form class="card lookup-form" onSubmit={submit}>
      <label for="query-address">{text.address}</label>
      <div class="row address-row">
        <SuggestBox
          id="query-suggestions"
          suggest={suggest}
          onChoose={(suggestion) => onChange({ ...fields, address: addressText(fields.address, suggestion) }, true)}
        >
          {(combobox) => (
            <AddressInput
              {...field('address')}
              combobox={combobox}
              inputRef={input}
              placeholder={text.placeholder}
              aria-describedby="query-keys"
            />
          )}
        </SuggestBox>
        <CopyButton value={link} label={text.copyLink} />
      </div>
      <p class="quiet" id="query-keys">
        {text.keys} {text.linkNote}
      </p>
      <details open={HINTS.some((name) => fields[name] !== '')}>
        <summary class="quiet">{text.hints}</summary>
        <p class="quiet">{text.hintsNote}</p>
        <div class="grid" style={{ '--min': '13rem', '--gap': 'var(--s3) var(--s4)' }}>
          {HINTS.map((name) => (
            <div key={name}>
              <label for={`query-${name}`}>{text.fields[name]}</label>
              {name === 'listed_on' ? (
                <input {...field(name)} type="date" />
              ) : (
                <input {...field(name)} type="text" placeholder={name === 'point' ? text.pointExample : undefined} />
              )}
            </div>
          ))}
        </div>
      </details>
      <div class="row near examples">
        <span class="quiet">{text.examples}</span>
        {examples.map((address) => (
          <button
            key={address}
            type="button"
            class="second small mono"
            onClick={() => onChange({ ...EMPTY_QUERY, address }, true)}
          >
            {address}
          </button>
        ))}
      </div>
      <button type="submit" class="hidden" tabIndex={-1} aria-hidden="true" />
    </form>
  )
}
