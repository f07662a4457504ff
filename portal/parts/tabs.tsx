// Links between the pages of one area.
import { useLocation } from 'preact-iso'

export interface Tab {
  readonly href: string
  readonly label: string
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The tab one is on, where the path does not say. */
  readonly here?: string
}

export function Tabs({ label, tabs, here: shown }: TabsProps) {
  const { path: given } = useLocation()
  const path = shown ?? given
  // The longest that fits: `/desk` is not the page one is on at `/desk/ledger`.
  const here = tabs
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0]
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab === here ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
