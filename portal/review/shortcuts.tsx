// Single-key shortcuts. They leave fields, dialogs and browser shortcuts alone.
import type { VNode } from 'preact'
import { Fragment } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { text } from './text.ts'

/** The focused control handles this key itself. */
function isHandled(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, dialog, [role=listbox]')) return true
  return key === 'Enter' && target.closest('button, a, summary') !== null
}

const STORAGE_KEY = 'desk-keys'
const areShortcutsOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'
const storeShortcutsOn = (on: boolean) => localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')

/** What a key does, or undefined to leave the key alone. */
type ActionFor = (key: string) => (() => void) | undefined

interface ShortcutHelp {
  readonly showHelp: () => void
  /** The open help dialog. */
  readonly help: VNode | null
}

/** Shortcuts with a dialog that lists them and can switch them off. They pause while `paused`. */
export function useShortcutsWithHelp(
  actionFor: ActionFor,
  list: Readonly<Record<string, string>>,
  paused: boolean,
): ShortcutHelp {
  const [isOpen, setOpen] = useState(false)
  const [on, setOn] = useState(areShortcutsOn())
  const showHelp = () => setOpen(true)
  useShortcuts((key) => (key === '?' ? showHelp : actionFor(key)), on && !isOpen && !paused)
  const onSwitch = (next: boolean) => {
    storeShortcutsOn(next)
    setOn(next)
  }
  const help = isOpen ? (
    <ShortcutsDialog list={list} on={on} onClose={() => setOpen(false)} onSwitch={onSwitch} />
  ) : null
  return { showHelp, help }
}

function useShortcuts(actionFor: ActionFor, on: boolean): void {
  const latest = useRef(actionFor)
  latest.current = actionFor
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isHandled(event.target, event.key)) return
      const action = latest.current(event.key)
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}

interface ShortcutsDialogProps {
  /** Keys, separated by spaces, and what they do. */
  readonly list: Readonly<Record<string, string>>
  readonly on: boolean
  readonly onSwitch: (on: boolean) => void
  readonly onClose: () => void
}

function ShortcutsDialog({ list, on, onSwitch, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog title={text.shortcutsTitle} onClose={onClose}>
      <dl>
        {Object.entries(list).map(([keys, description]) => (
          <Fragment key={keys}>
            <dt class="row">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </Fragment>
        ))}
      </dl>
      <label class="inline after">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />{' '}
        {text.shortcutsOn}
      </label>
      <p class="quiet">{text.shortcutsOff}</p>
    </Dialog>
  )
}
