// A field for an address or a whole post: grows with its text, Enter submits.
import type { JSX, Ref } from 'preact'
import type { ComboboxProps } from './suggest-box.tsx'

/** The API's limit for lookups by POST. */
export const ADDRESS_MAX_LENGTH = 8000

type AddressInputProps = Omit<JSX.IntrinsicElements['textarea'], 'ref'> & {
  readonly inputRef?: Ref<HTMLTextAreaElement>
  readonly combobox?: ComboboxProps
}

/** Not an input: that would join the lines of a pasted post without a space. */
export function AddressInput({ inputRef, combobox, ...rest }: AddressInputProps) {
  const submitOnEnter = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <textarea
      ref={inputRef ?? null}
      class="address-input"
      rows={1}
      maxLength={ADDRESS_MAX_LENGTH}
      spellcheck={false}
      autoComplete="off"
      enterkeyhint="search"
      onKeyDown={submitOnEnter}
      {...rest}
      // The types know no combobox of several lines; browsers and screen readers do.
      {...(combobox as object)}
    />
  )
}
