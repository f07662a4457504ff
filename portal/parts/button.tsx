// A button that runs something.
import type { ComponentChildren } from 'preact'

export interface ButtonProps {
  readonly label: ComponentChildren
  /** Classes: `second`, `plain` or `danger`, and `small`. */
  readonly look?: string | undefined
  /** Read by assistive technology instead of the label. */
  readonly name?: string | undefined
  readonly disabled?: boolean | undefined
  readonly expanded?: boolean | undefined
  readonly onClick: () => unknown
}

export function Button({ label, look, name, disabled, expanded, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class={look}
      aria-label={name}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={() => void onClick()}
    >
      {label}
    </button>
  )
}
