// A new key or secret, shown once: focused until the user confirms it is stored.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Secret } from '../../../parts/copy.tsx'
import { text } from '../../../parts/shared-text.ts'

interface NewSecretProps {
  readonly title: string
  readonly label: string
  readonly value: string
  readonly onStored: () => void
  readonly children?: ComponentChildren
}

export function NewSecret({ title, label, value, onStored, children }: NewSecretProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [value])
  return (
    <section class="card new-secret" ref={box} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <Secret label={label} value={value} />
      {children}
      <button type="button" onClick={onStored}>
        {text.stored}
      </button>
    </section>
  )
}
