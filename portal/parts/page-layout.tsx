// One page: its title for the browser and its heading, which takes the focus when somebody comes from another page.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from './shared-text.ts'

interface PageProps {
  readonly title: string
  /** The heading, where it says more than the title. */
  readonly heading?: ComponentChildren
  readonly narrow?: boolean
  readonly children: ComponentChildren
}

let first = true

export function PageLayout({ title, heading, narrow, children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${text.brand}`
    if (!first) head.current?.focus()
    first = false
  }, [title])
  return (
    <main id="main" class={narrow ? 'frame narrow' : 'frame'}>
      <h1 ref={head} tabIndex={-1}>
        {heading ?? title}
      </h1>
      {children}
    </main>
  )
}
