// Single-key shortcuts. They leave fields, dialogs and browser shortcuts alone.
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { text } from './text.ts'

export interface ShortcutActions {
  readonly step: (by: 1 | -1) => void
  readonly accept: (index: number) => void
  readonly correct: () => void
  readonly reject: () => void
  readonly skip: () => void
  readonly undo: () => void
  readonly note: () => void
  readonly back: () => void
  readonly help: () => void
}

const KEYS: Readonly<Record<string, (actions: ShortcutActions) => void>> = {
  j: (actions) => actions.step(1),
  ArrowDown: (actions) => actions.step(1),
  k: (actions) => actions.step(-1),
  ArrowUp: (actions) => actions.step(-1),
  a: (actions) => actions.accept(0),
  Enter: (actions) => actions.accept(0),
  c: (actions) => actions.correct(),
  r: (actions) => actions.reject(),
  s: (actions) => actions.skip(),
  u: (actions) => actions.undo(),
  n: (actions) => actions.note(),
  b: (actions) => actions.back(),
  '?': (actions) => actions.help(),
}

function actionFor(key: string): ((actions: ShortcutActions) => void) | undefined {
  if (/^[1-9]$/.test(key)) return (actions) => actions.accept(Number(key) - 1)
  if (/^[A-J]$/.test(key)) return (actions) => actions.accept(key.charCodeAt(0) - 65)
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
}

/** The focused control handles this key itself. */
function isHandled(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, dialog, [role=listbox]')) return true
  return key === 'Enter' && target.closest('button, a, summary') !== null
}

const STORAGE_KEY = 'desk-keys'
export const areShortcutsOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'
export const storeShortcutsOn = (on: boolean) => localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')

export function useShortcuts(actions: ShortcutActions, on: boolean): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isHandled(event.target, event.key)) return
      const action = actionFor(event.key)
      if (!action) return
      event.preventDefault()
      action(latest.current)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}

export function ShortcutsDialog({
  on,
  onSwitch,
  onClose,
}: {
  on: boolean
  onSwitch: (on: boolean) => void
  onClose: () => void
}) {
  return (
    <Dialog title={text.shortcutsTitle} onClose={onClose}>
      <dl class="shortcut-list">
        {Object.entries(text.shortcutList).map(([keys, description]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />{' '}
        {text.shortcutsOn}
      </label>
      <p class="quiet">{text.shortcutsOff}</p>
    </Dialog>
  )
}
