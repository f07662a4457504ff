// The sections of the project page that have content, and links to them.
import type { ComponentChildren } from 'preact'
import type { Loadable } from '../../api/use-load.ts'
import { PlanGated } from './plan-gated.tsx'
import { text } from './text.ts'

export interface Section {
  readonly id: string
  readonly title: string
  readonly content: ComponentChildren
}

/** No section if there is nothing to show. */
export function section(id: string, title: string, hasContent: boolean, content: () => ComponentChildren): Section[] {
  return hasContent ? [{ id, title, content: content() }] : []
}

/** A section with its own request: kept while it loads, and to name the plans that it needs. */
export function loadedSection<T>(
  id: string,
  title: string,
  result: Loadable<T>,
  hasContent: (data: T) => boolean,
  content: (data: T) => ComponentChildren,
): Section[] {
  if (result.data !== undefined && !hasContent(result.data)) return []
  const gated = (
    <PlanGated result={result} what={title}>
      {content}
    </PlanGated>
  )
  return [{ id, title, content: gated }]
}

export function SectionNav({ sections }: { sections: readonly Section[] }) {
  /** The fragment of the URL holds the date, so a link must not replace it. */
  const show = (event: Event, id: string) => {
    event.preventDefault()
    const heading = document.getElementById(id)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav class="section-nav" aria-label={text.onThisPage}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} onClick={(event) => show(event, id)}>
          {title}
        </a>
      ))}
    </nav>
  )
}

export function SectionList({ sections }: { sections: readonly Section[] }) {
  return (
    <>
      {sections.map(({ id, title, content }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {content}
        </section>
      ))}
    </>
  )
}
