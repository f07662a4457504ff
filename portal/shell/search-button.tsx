// Opens the palette: a button, and Ctrl+K or ⌘K on every page.

import { useEffect, useState } from 'preact/hooks'
import { ErrorBoundary, lazy } from 'preact-iso'
import { Button } from '../parts/button.tsx'
import { text } from './text.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => module.Palette))
const OPEN = 'plinth:search'
const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

export function SearchButton({ look = 'second small' }: { look?: string }) {
  const label = (
    <>
      {text.search} <span aria-hidden="true">{SHORTCUT}</span>
    </>
  )
  return <Button look={`search ${look}`} label={label} onClick={() => dispatchEvent(new Event(OPEN))} />
}

/** Its code loads when it is first opened. */
export function SearchDialog() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    addEventListener(OPEN, open)
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener(OPEN, open)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return <ErrorBoundary>{isOpen && <Palette onClose={() => setOpen(false)} />}</ErrorBoundary>
}
