// A question that has to be answered before anything else: the browser's own dialog, closed by Escape.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    // Closed before it goes, so that the focus is where it was.
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={box} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}
