// The desk: where curators and operators work. Each tab is a file of its own, loaded when somebody goes there.
import type { ComponentType } from 'preact'
import { ErrorBoundary, lazy } from 'preact-iso'
import './page.css'
import { useCurrentUser } from '../../api/current-user.tsx'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { NotFound } from '../not-found/page.tsx'
import { text } from './text.ts'

/** What stands behind `/desk/{tab}` in the path. */
export interface DeskPath {
  readonly id?: string
  readonly part?: string
}

interface DeskTab {
  readonly href: string
  readonly label: string
  readonly role: 'curator' | 'operator'
  readonly content: ComponentType<DeskPath>
}

const TABS: Readonly<Record<string, DeskTab>> = {
  review: {
    href: '/desk',
    label: text.review,
    role: 'curator',
    content: lazy(() => import('./review/page.tsx').then((page) => page.Review)),
  },
  ledger: {
    href: '/desk/ledger',
    label: text.ledger,
    role: 'curator',
    content: lazy(() => import('./ledger/page.tsx').then((page) => page.Ledger)),
  },
  projects: {
    href: '/desk/projects',
    label: text.projects,
    role: 'curator',
    content: lazy(() => import('./projects/page.tsx').then((page) => page.Projects)),
  },
  imports: {
    href: '/desk/imports',
    label: text.imports,
    role: 'operator',
    content: lazy(() => import('./imports/page.tsx').then((page) => page.Imports)),
  },
  sources: {
    href: '/desk/sources',
    label: text.sources,
    role: 'operator',
    content: lazy(() => import('./sources/page.tsx').then((page) => page.Sources)),
  },
  accounts: {
    href: '/desk/accounts',
    label: text.accounts,
    role: 'operator',
    content: lazy(() => import('./accounts/page.tsx').then((page) => page.Accounts)),
  },
  audit: {
    href: '/desk/audit',
    label: text.audit,
    role: 'operator',
    content: lazy(() => import('./audit/page.tsx').then((page) => page.Audit)),
  },
}

export function Desk({ tab = 'review', id, part }: DeskPath & { readonly tab?: string }) {
  const { session } = useCurrentUser()
  if (session === undefined)
    return (
      <PageLayout title={text.title}>
        <Loading />
      </PageLayout>
    )
  const role = session?.person.role
  const allowed = Object.entries(TABS).filter(([, { role: needed }]) => role === 'operator' || role === needed)
  const here = allowed.find(([name]) => name === tab)?.[1]
  if (!here) return <NotFound />
  const Content = here.content
  return (
    <PageLayout title={here.label}>
      <Tabs label={text.tabs} tabs={allowed.map(([, { href, label }]) => ({ href, label }))} />
      <ErrorBoundary>
        <Content key={tab} {...(id === undefined ? {} : { id })} {...(part === undefined ? {} : { part })} />
      </ErrorBoundary>
    </PageLayout>
  )
}
