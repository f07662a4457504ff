// A modal dialog; Escape closes it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, className, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    // Close before unmounting, so that the focus returns to where it was.
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={box} class={className} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}
