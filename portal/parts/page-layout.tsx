// A page's title and heading. The heading gets the focus after navigation.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../language/shared-text.ts'

interface PageProps {
  readonly title: string
  /** Replaces the title as the heading. */
  readonly heading?: ComponentChildren
  readonly narrow?: boolean
  readonly children: ComponentChildren
}

let isFirstPage = true

export function PageLayout({ title, heading, narrow, children }: PageProps) {
  const headingElement = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${text.brand}`
    // The switch between live and test data loads the page again, and keeps the focus.
    const isSwitching = document.activeElement?.role === 'switch'
    if (!isFirstPage && !isSwitching) headingElement.current?.focus()
    isFirstPage = false
  }, [title])
  return (
    <main id="main" class={narrow ? 'frame narrow' : 'frame'}>
      <h1 ref={headingElement} tabIndex={-1}>
        {heading ?? title}
      </h1>
      {children}
    </main>
  )
}
