// Tabs: links between the pages of a section.
import { useLocation } from 'preact-iso'

export interface Tab {
  readonly href: string
  readonly label: string
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The `href` of the current tab, if the path doesn't start with it. */
  readonly current?: string
}

export function Tabs({ label, tabs, current }: TabsProps) {
  const { path } = useLocation()
  // The longest match wins: at `/desk/ledger`, `/desk` is not the current tab.
  const currentTab =
    tabs.find(({ href }) => href === current) ??
    tabs
      .filter(({ href }) => path === href || path.startsWith(`${href}/`))
      .sort((a, b) => b.href.length - a.href.length)[0]
  return (
    <nav class="row tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab === currentTab ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
