// A button that opens a panel below it. Escape or a click elsewhere closes it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './menu.css'

interface MenuProps {
  readonly label: string
  /** How much is chosen in the panel. */
  readonly count?: number
  readonly children: ComponentChildren
}

export function Menu({ label, count = 0, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (box.current?.open && !box.current.contains(event.target as Node)) box.current.open = false
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !box.current?.open) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }
  return (
    <details class="menu" ref={box} onKeyDown={onKeyDown}>
      <summary class={count > 0 ? 'button second used' : 'button second'}>
        {label}
        {count > 0 && <span class="badge stone">{count}</span>}
      </summary>
      <div class="panel popup">{children}</div>
    </details>
  )
}
