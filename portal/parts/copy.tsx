// Copy buttons, code blocks and one-time secrets.
import { useState } from 'preact/hooks'
import { COLON } from '../language/choose-language.ts'
import { text } from '../language/shared-text.ts'

/** Whether the value was just copied, and a function that copies it. */
export function useCopy(value: string): readonly [copied: boolean, copy: () => Promise<void>] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return [copied, copy]
}

export function CopyButton({ value, label = text.copy }: { value: string; label?: string }) {
  const [copied, copy] = useCopy(value)
  return (
    <button type="button" class="second small copy" onClick={copy} aria-live="polite">
      {copied ? text.copied : label}
    </button>
  )
}

export function CodeBlock({ children }: { children: string }) {
  return (
    <div class="code">
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
      <CopyButton value={children} />
    </div>
  )
}

/** A key or secret. It exists only on the page, never in browser storage. */
export function Secret({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <p class="quiet">{text.secretNote}</p>
      <div class="secret">
        <code>
          <span class="hidden">
            {label}
            {COLON}
          </span>
          {value}
        </code>
        <CopyButton value={value} />
      </div>
    </div>
  )
}
