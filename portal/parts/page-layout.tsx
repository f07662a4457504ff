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

let lastPath: string | undefined

export function PageLayout({ title, heading, narrow, children }: PageProps) {
  const headingElement = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${text.brand}`
    if (lastPath !== undefined && lastPath !== location.pathname) headingElement.current?.focus()
    lastPath = location.pathname
  }, [title, location.pathname])
  return (
    <main id="main" class={narrow ? 'frame narrow' : 'frame'}>
      <h1 ref={headingElement} tabIndex={-1}>
        {heading ?? title}
      </h1>
      {children}
    </main>
  )
}
