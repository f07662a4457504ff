// One key for each act. Nothing is taken from fields, dialogs or the browser's own combinations.
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { text } from './text.ts'

export interface KeyActs {
  readonly step: (by: 1 | -1) => void
  readonly choose: (place: number) => void
  readonly correct: () => void
  readonly reject: () => void
  readonly skip: () => void
  readonly undo: () => void
  readonly note: () => void
  readonly back: () => void
  readonly help: () => void
}

const KEYS: Readonly<Record<string, (acts: KeyActs) => void>> = {
  j: (acts) => acts.step(1),
  ArrowDown: (acts) => acts.step(1),
  k: (acts) => acts.step(-1),
  ArrowUp: (acts) => acts.step(-1),
  a: (acts) => acts.choose(0),
  Enter: (acts) => acts.choose(0),
  c: (acts) => acts.correct(),
  r: (acts) => acts.reject(),
  s: (acts) => acts.skip(),
  u: (acts) => acts.undo(),
  n: (acts) => acts.note(),
  b: (acts) => acts.back(),
  '?': (acts) => acts.help(),
}

function actOf(key: string): ((acts: KeyActs) => void) | undefined {
  if (/^[1-9]$/.test(key)) return (acts) => acts.choose(Number(key) - 1)
  if (/^[A-J]$/.test(key)) return (acts) => acts.choose(key.charCodeAt(0) - 65)
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
}

/** A key that means something to what has the focus is left to it. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, dialog, [role=listbox]')) return true
  return key === 'Enter' && target.closest('button, a, summary') !== null
}

const STORED = 'desk-keys'
export const keysAreOn = () => localStorage.getItem(STORED) !== 'off'
export const switchKeys = (on: boolean) => localStorage.setItem(STORED, on ? 'on' : 'off')

export function useKeys(acts: KeyActs, on: boolean): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event.target, event.key)) return
      const act = actOf(event.key)
      if (!act) return
      event.preventDefault()
      act(latest.current)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}

export function KeysDialog({
  on,
  onSwitch,
  onClose,
}: {
  on: boolean
  onSwitch: (on: boolean) => void
  onClose: () => void
}) {
  return (
    <Dialog title={text.keysTitle} onClose={onClose}>
      <dl class="key-list">
        {Object.entries(text.keyList).map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} /> {text.keysOn}
      </label>
      <p class="quiet">{text.keysOff}</p>
    </Dialog>
  )
}
