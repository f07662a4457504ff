// The logo and name, which lead to the start page.
import { text } from '../language/shared-text.ts'

export function Brand() {
  return (
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--stone)" />
        <path d="M7 25h18v-3H7zm2-4h14v-2H9zm3-3h3V7h-3zm5 0h3v-8h-3z" fill="var(--on-stone)" />
      </svg>
      {text.brand}
    </a>
  )
}

export function SkipLink() {
  return (
    <a class="skip" href="#main">
      {text.skip}
    </a>
  )
}
