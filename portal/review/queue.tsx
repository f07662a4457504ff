// The queue beside an open case.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { fill } from '../language/choose-language.ts'
import type { Selection } from './use-selection.ts'
import './queue.css'
import { text } from './text.ts'

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
  /** If set, items have check boxes. */
  readonly selection?: Selection
}

export function Queue({ label, items, current, onOpen, selection }: QueueProps) {
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
  const all = selection && selection.ids.size > 0 && selection.ids.size === selection.list.length
  return (
    <>
      {selection && (
        <label class="inline select-all">
          <input type="checkbox" checked={all ?? false} onChange={selection.toggleAll} />
          {selection.ids.size > 0 ? fill(text.selected, { count: selection.ids.size }) : text.selectAll}
        </label>
      )}
      <ol class="panel queue" aria-label={label} ref={list}>
        {items.map(({ id, address, details }) => (
          <li key={id} class={selection && 'selectable'}>
            {selection && (
              <input
                type="checkbox"
                aria-label={fill(text.select, { address })}
                checked={selection.ids.has(id)}
                onClick={(event) => selection.toggle(id, event.shiftKey)}
              />
            )}
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
    </>
  )
}
