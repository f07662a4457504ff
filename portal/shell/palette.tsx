// Finds and opens pages, projects, buildings, listings and documentation by keyboard.
import { useEffect, useRef, useState } from 'preact/hooks'
import './palette.css'
import { useCurrentUser } from '../api/current-user.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { Entry } from './palette-sources.ts'
import { findEntries, findPages } from './palette-sources.ts'
import { readRecent, storeRecent } from './recent.ts'
import { text } from './text.ts'

const DEBOUNCE_MS = 120
const optionId = (index: number) => `palette-${index}`

function useEntries(query: string): { entries: readonly Entry[]; isSettled: boolean } {
  const session = useCurrentUser().session ?? null
  const [found, setFound] = useState<{ query: string; entries: readonly Entry[] }>({ query: '', entries: [] })
  useEffect(() => {
    if (query === '') return
    const control = new AbortController()
    const find = async () => {
      const entries = await findEntries(query, control.signal, session)
      if (!control.signal.aborted) setFound({ query, entries })
    }
    const timer = setTimeout(find, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [query])
  if (query === '') {
    const recent = readRecent()
    const isRecent = ({ href }: Entry) => recent.some((entry) => entry.href === href)
    return { entries: [...recent, ...findPages('', session).filter((page) => !isRecent(page))], isSettled: true }
  }
  // Results of an earlier query are gone at once, so that Enter never opens one of them.
  const isSettled = found.query === query
  return { entries: [...findPages(query, session), ...(isSettled ? found.entries : [])], isSettled }
}

export function Palette({ onClose }: { onClose: () => void }) {
  const [input, setInput] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const query = input.trim()
  const { entries, isSettled } = useEntries(query)
  const count = entries.length
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== 0) setActive(count === 0 ? 0 : (active + step + count) % count)
    else document.getElementById(optionId(active))?.click()
  }
  return (
    <Dialog title={text.search} className="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-label={text.searchHint}
        placeholder={text.searchHint}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls="palette-list"
        aria-activedescendant={count > 0 ? optionId(active) : undefined}
        autocomplete="off"
        maxLength={100}
        value={input}
        onInput={(event) => {
          setInput(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" ref={list} role="listbox" aria-label={text.search} aria-busy={!isSettled}>
        {entries.map((entry, i) => (
          <a
            key={`${entry.kind} ${entry.href} ${entry.label}`}
            id={optionId(i)}
            href={entry.href}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onClick={() => {
              storeRecent(entry)
              onClose()
            }}
          >
            <span>{entry.label}</span>
            <small>{[text.kinds[entry.kind], entry.detail].filter(Boolean).join(' · ')}</small>
          </a>
        ))}
      </div>
      <p class="quiet" role="status">
        {isSettled && count === 0 && text.nothingFound}
      </p>
    </Dialog>
  )
}
