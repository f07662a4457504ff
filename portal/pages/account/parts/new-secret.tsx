// A new key or secret, shown once: focused until the user confirms it is stored.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../../../language/shared-text.ts'
import { Button } from '../../../parts/button.tsx'
import { Secret } from '../../../parts/copy.tsx'
import { choicesOf, Select } from '../../../parts/form.tsx'

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
    <section class="card stack below new-secret" ref={box} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <Secret label={label} value={value} />
      {children}
      <Button label={text.stored} onClick={onStored} />
    </section>
  )
}

const DAY_SECONDS = '86400'

/** How long the old one keeps working: the field `overlap`, in seconds. */
export function Overlap({ label, choices }: { label: string; choices: Readonly<Record<string, string>> }) {
  return <Select name="overlap" label={label} value={DAY_SECONDS} choices={choicesOf(choices)} />
}
