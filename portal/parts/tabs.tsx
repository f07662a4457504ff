// Tabs: links between the pages of a section.
import { useLocation } from 'preact-iso'

export interface Tab {
  readonly href: string
  readonly label: string
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
}

export function Tabs({ label, tabs }: TabsProps) {
  const { path } = useLocation()
  // The longest match wins: at `/desk/ledger`, `/desk` is not the current tab.
  // The longest match wins: the first tab's path starts the paths of the others.
  const current = tabs
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0]
  return (
    <nav class="row tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab === current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
