// The reason field and the actions of a case, always visible at the bottom.
import type { RefObject } from 'preact'
import './queue.css'

export interface ReviewAction {
  readonly label: string
  readonly shortcut: string
  readonly run: () => void
  /** The class of the button; `second` by default. */
  readonly style?: string
  readonly disabled?: boolean
}

export interface ReviewNote {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Called when Escape leaves the field. */
  readonly onLeave: () => void
}

interface ActionBarProps {
  readonly label: string
  readonly actions: readonly ReviewAction[]
  readonly note?: ReviewNote | undefined
}

export function ActionBar({ label, actions, note }: ActionBarProps) {
  return (
    <div class="action-bar">
      {note && (
        <label class="inline">
          {note.label}
          <textarea
            ref={note.field}
            rows={1}
            maxLength={2000}
            value={note.value}
            placeholder={note.hint}
            onInput={(event) => note.onChange(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && note.onLeave()}
          />
        </label>
      )}
      <div class="row" role="toolbar" aria-label={label}>
        {actions.map(({ label: name, shortcut, run, style = 'second', disabled = false }) => (
          <button
            key={shortcut}
            type="button"
            class={style}
            disabled={disabled}
            aria-keyshortcuts={shortcut}
            onClick={run}
          >
            {name} <kbd>{shortcut}</kbd>
          </button>
        ))}
      </div>
    </div>
  )
}
