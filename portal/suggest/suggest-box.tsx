// Suggestions below a text field, for mouse, touch, keyboard and screen readers.
import { fill } from '../language/choose-language.ts'
import './suggest-box.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Suggestion } from '../../src/http/api-types.ts'
import { keyAction } from './combobox-keys.ts'
import { labelSegments } from './suggestion-text.ts'
import type { Suggest } from './suggestions.ts'
import { text } from './text.ts'
import { useSuggestions } from './use-suggestions.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
type FieldEvent<E extends Event> = E & { readonly currentTarget: Field }

/** Spread onto the field. Keys come here before the field's own handler. */
export interface ComboboxProps {
  readonly role: 'combobox'
  readonly autoComplete: 'off'
  readonly 'aria-autocomplete': 'list'
  readonly 'aria-haspopup': 'listbox'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string
  readonly 'aria-activedescendant': string | undefined
  readonly onKeyDownCapture: (event: FieldEvent<KeyboardEvent>) => void
  readonly onBlur: () => void
}

interface SuggestBoxProps {
  /** Unique on the page. */
  readonly id: string
  readonly suggest: Suggest
  readonly onChoose: (suggestion: Suggestion) => void
  readonly children: (props: ComboboxProps) => ComponentChildren
}

const CLOSED = { isOpen: false, active: -1 }

export function SuggestBox({ id, suggest, onChoose, children }: SuggestBoxProps) {
  const [{ isOpen, active }, setList] = useState(CLOSED)
  const { items, ask, cancel, clear } = useSuggestions(suggest, () => setList({ isOpen: true, active: -1 }))
  const count = items?.length ?? 0
  const isShown = isOpen && count > 0
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const close = () => {
    clear()
    setList(CLOSED)
  }
  const choose = (suggestion: Suggestion) => {
    close()
    onChoose(suggestion)
  }
  const onKeyDownCapture = (event: FieldEvent<KeyboardEvent>) => {
    // The text is sent as typed: a response under way must not open the list afterwards.
    if (event.key === 'Enter' && active < 0 && !event.isComposing) return close()
    if (event.key === 'ArrowDown' && count === 0) ask(event.currentTarget.value)
    const action = keyAction(event, { isOpen: isShown, count, active })
    if (!action) return
    if (!action.next.isOpen) cancel()
    setList(action.next)
    const chosen = action.choose && items?.[active]
    if (chosen) choose(chosen)
    if (!action.isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const combobox: ComboboxProps = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': isShown,
    'aria-controls': id,
    'aria-activedescendant': isShown && active >= 0 ? optionId(active) : undefined,
    onKeyDownCapture,
    onBlur: close,
  }
  // After the field's own handler: rendering before it would put back the old text.
  const onInput = ({ target }: Event) => {
    setList({ isOpen, active: -1 })
    ask((target as Field).value)
  }
  return (
    <div class="suggest-box" onInput={onInput}>
      {children(combobox)}
      <div id={id} class="panel popup suggestions" role="listbox" aria-label={text.suggestions} hidden={!isShown}>
        {isShown &&
          items?.map((suggestion, index) => (
            <SuggestionOption
              key={`${suggestion.kind} ${suggestion.id}`}
              id={optionId(index)}
              suggestion={suggestion}
              isActive={index === active}
              onChoose={() => choose(suggestion)}
            />
          ))}
      </div>
      <p class="hidden" role="status">
        {items && (count > 0 ? isOpen && fill(text.count, { count }) : text.none)}
      </p>
    </div>
  )
}

interface SuggestionOptionProps {
  readonly id: string
  readonly suggestion: Suggestion
  readonly isActive: boolean
  readonly onChoose: () => void
}

/** The field keeps the focus, also while an option is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function SuggestionOption({ id, suggestion, isActive, onChoose }: SuggestionOptionProps) {
  const { kind, label, detail, highlights } = suggestion
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} onMouseDown={keepFocus} onClick={onChoose}>
      <span class="anywhere">
        <span class="label">
          {labelSegments(label, highlights).map((segment, i) =>
            segment.isMatch ? <b key={i}>{segment.text}</b> : <span key={i}>{segment.text}</span>,
          )}
        </span>{' '}
        <span class="quiet detail">{detail}</span>
      </span>{' '}
      <span class="quiet kind">{text.kinds[kind]}</span>
    </div>
  )
}
