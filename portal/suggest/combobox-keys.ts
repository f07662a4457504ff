// Decides what a key does in a field with suggestions (WAI-ARIA combobox pattern).

export interface ListState {
  readonly isOpen: boolean
  readonly count: number
  /** The highlighted suggestion, or -1 while the text itself is what Enter sends. */
  readonly active: number
}

export interface KeyAction {
  readonly next: ListState
  readonly choose?: true
  /** The field must not handle the key as well. */
  readonly isHandled: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'isComposing'>

/** Null if the key has nothing to do with the suggestions. */
export function keyAction({ key, altKey, shiftKey, isComposing }: Key, state: ListState): KeyAction | null {
  const { isOpen, count, active } = state
  // Input methods use the same keys to choose characters.
  if (isComposing || shiftKey || count === 0) return null
  const at = (index: number): KeyAction => ({ next: { ...state, isOpen: true, active: index }, isHandled: true })
  const closed = (isHandled: boolean): KeyAction => ({ next: { ...state, isOpen: false, active: -1 }, isHandled })
  if (!isOpen) {
    if (key === 'ArrowDown') return at(altKey ? -1 : 0)
    return key === 'ArrowUp' && !altKey ? at(count - 1) : null
  }
  switch (key) {
    // Beyond both ends is the typed text.
    case 'ArrowDown':
      return at(active + 1 < count ? active + 1 : -1)
    case 'ArrowUp':
      return altKey ? closed(true) : at(active >= 0 ? active - 1 : count - 1)
    case 'Enter':
      return active >= 0 ? { ...closed(true), choose: true } : closed(false)
    case 'Escape':
      return closed(true)
    case 'Tab':
      return closed(false)
    // They move the caret.
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return { next: { ...state, active: -1 }, isHandled: false }
    default:
      return null
  }
}
