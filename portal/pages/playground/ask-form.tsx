// The box an address goes into, its hints, its link, and addresses to try.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Field } from '../../csv/columns.ts'
import { FIELDS } from '../../csv/columns.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { text } from './text.ts'
import type { Asked } from './url-query.ts'
import { hashOf, NOTHING_ASKED } from './url-query.ts'

const HINTS = FIELDS.filter((field) => field !== 'address')
/** As long as the API takes them. */
const LONGEST: Readonly<Record<Field, number>> = {
  address: 512,
  city: 100,
  province: 40,
  postal_code: 16,
  building_name: 200,
  condo_corp: 40,
  listed_on: 10,
}

/** `/` brings one back to the box, unless one is writing somewhere. */
function useSlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const writing = (event.target as Element).closest?.('input, textarea, select, dialog')
      if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
}

interface AskFormProps {
  readonly asked: Asked
  readonly examples: readonly string[]
  readonly onAsk: (asked: Asked, now: boolean) => void
}

export function AskForm({ asked, examples, onAsk }: AskFormProps) {
  const box = useRef<HTMLInputElement>(null)
  useSlash(box)
  const field = (name: Field) => ({
    id: `ask-${name}`,
    value: asked[name],
    maxLength: LONGEST[name],
    autoComplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onAsk({ ...asked, [name]: currentTarget.value }, false),
  })
  const submit = (event: Event) => {
    event.preventDefault()
    onAsk(asked, true)
  }
  const link = `${location.origin}/playground${hashOf(asked)}`
  return (
    <form class="card ask" onSubmit={submit}>
      <label for="ask-address">{text.address}</label>
      <div class="box">
        <input
          {...field('address')}
          ref={box}
          type="search"
          placeholder={text.placeholder}
          spellcheck={false}
          enterKeyHint="search"
          aria-describedby="ask-keys"
        />
        <CopyButton value={link} label={text.copyLink} />
      </div>
      <p class="hint" id="ask-keys">
        {text.focusKey} {text.linkNote}
      </p>
      <details open={HINTS.some((name) => asked[name] !== '')}>
        <summary>{text.hints}</summary>
        <div class="hints">
          {HINTS.map((name) => (
            <div key={name}>
              <label for={`ask-${name}`}>{text.fields[name]}</label>
              {name === 'listed_on' ? <input {...field(name)} type="date" /> : <input {...field(name)} type="text" />}
            </div>
          ))}
        </div>
      </details>
      <div class="row examples">
        <span class="quiet">{text.examples}</span>
        {examples.map((address) => (
          <button
            key={address}
            type="button"
            class="second small example"
            onClick={() => onAsk({ ...NOTHING_ASKED, address }, true)}
          >
            {address}
          </button>
        ))}
      </div>
      <button type="submit" class="hidden" tabIndex={-1} aria-hidden="true" />
    </form>
  )
}
