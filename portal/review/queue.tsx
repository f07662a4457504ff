// The queue beside an open case.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './queue.css'

export interface QueueItem {
  readonly id: string
  readonly address: string
  readonly details: ComponentChildren
}

interface QueueProps {
  readonly label: string
  readonly items: readonly QueueItem[]
  readonly current: string | null | undefined
  readonly onOpen: (id: string) => void
}

export function Queue({ label, items, current, onOpen }: QueueProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const box = list.current
    const row = box?.querySelector('[aria-current]')?.parentElement
    if (!box || !row) return
    // Scroll the list only, not the page.
    const { offsetTop, offsetHeight } = row
    if (offsetTop < box.scrollTop) box.scrollTop = offsetTop
    else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = offsetTop + offsetHeight - box.clientHeight
  }, [current])
  return (
    <ol class="panel queue" aria-label={label} ref={list}>
      {items.map(({ id, address, details }) => (
        <li key={id}>
          <button
            type="button"
            class="plain entry"
            aria-current={id === current ? 'true' : undefined}
            onClick={() => onOpen(id)}
          >
            <span class="one-line">{address}</span>
            <span class="row soft nowrap details">{details}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
