// The account: its pages for signed-in users, a sign-in prompt for visitors.
import './page.css'
import type { ComponentType } from 'preact'
import { ErrorBoundary, lazy, useLocation, useRoute } from 'preact-iso'
import { useCurrentUser } from '../../api/current-user.tsx'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { text as names } from '../../shell/text.ts'
import { Applications } from './applications/page.tsx'
import { Audit } from './audit/page.tsx'
import { Keys } from './keys/page.tsx'
import { Logs } from './logs/page.tsx'
import { Notifications } from './notifications/page.tsx'
import { Overview } from './overview/page.tsx'
import type { AccountPageProps } from './parts/account-page-props.ts'
import { People } from './people/page.tsx'
import { PlanTab } from './plan/page.tsx'
import { Security } from './security/page.tsx'
import { text } from './text.ts'
import { Usage } from './usage/page.tsx'
import { Delivery } from './webhooks/delivery.tsx'
import { Endpoint } from './webhooks/endpoint.tsx'
import { Endpoints } from './webhooks/page.tsx'

const Listings = lazy(() => import('./listings/page.tsx').then((page) => page.Listings))
const OneListing = lazy(() => import('./listings/listing.tsx').then((page) => page.OneListing))
const NeedsReview = lazy(() => import('./listings/review.tsx').then((page) => page.NeedsReview))
const Duplicates = lazy(() => import('./listings/duplicates.tsx').then((page) => page.Duplicates))
const Homes = lazy(() => import('./homes/page.tsx').then((page) => page.Homes))
const OneHome = lazy(() => import('./homes/home.tsx').then((page) => page.OneHome))
const Feeds = lazy(() => import('./feeds/page.tsx').then((page) => page.Feeds))
const OneFeed = lazy(() => import('./feeds/feed.tsx').then((page) => page.OneFeed))
const NewFeed = lazy(() => import('./feeds/new-feed.tsx').then((page) => page.NewFeed))
const Files = lazy(() => import('./files/page.tsx').then((page) => page.Files))
const LoadListings = lazy(() => import('./listings/load-listings.tsx').then((page) => page.LoadListings))

/** At `/account/{name}`, and the overview at `/account`. */
const PAGES: Readonly<Record<string, ComponentType<AccountPageProps>>> = {
  overview: Overview,
  listings: Listings,
  'needs-review': NeedsReview,
  homes: Homes,
  duplicates: Duplicates,
  feeds: Feeds,
  'new-feed': NewFeed,
  'load-listings': LoadListings,
  files: Files,
  keys: Keys,
  applications: Applications,
  usage: Usage,
  logs: Logs,
  plan: PlanTab,
  webhooks: Endpoints,
  people: People,
  notifications: Notifications,
  audit: Audit,
  security: Security,
}

interface RecordPage {
  readonly title: string
  readonly content: ComponentType<AccountPageProps>
}

/** Pages of one record, at `/account/{name}/{id}`. */
const RECORDS: Readonly<Record<string, RecordPage>> = {
  listings: { title: text.listing, content: OneListing },
  homes: { title: text.home, content: OneHome },
  feeds: { title: text.feed, content: OneFeed },
  webhooks: { title: text.endpoint, content: Endpoint },
  deliveries: { title: text.delivery, content: Delivery },
}

const titles: Readonly<Record<string, string>> = { ...names.pages, 'new-feed': text.newFeed }

function SignInPrompt() {
  const { path } = useLocation()
  return (
    <PageLayout title={text.account} narrow>
      <p class="lead">{text.signInLead}</p>
      <div class="row">
        <a class="button" href={`/sign-in?return_to=${encodeURIComponent(path)}`}>
          {text.signIn}
        </a>
        <a class="button second" href="/sign-up">
          {text.signUp}
        </a>
      </div>
    </PageLayout>
  )
}

function findPage(name: string, id: string | undefined): RecordPage | undefined {
  if (id !== undefined) return Object.hasOwn(RECORDS, name) ? RECORDS[name] : undefined
  return Object.hasOwn(PAGES, name) ? { title: titles[name]!, content: PAGES[name]! } : undefined
}

export function Account() {
  const { session } = useCurrentUser()
  const { tab = 'overview', id } = useRoute().params
  const page = findPage(tab, id)
  if (!page) return <NotFound />
  if (session === undefined)
    return (
      <PageLayout title={text.account}>
        <Loading />
      </PageLayout>
    )
  if (session === null) return <SignInPrompt />
  return (
    <PageLayout title={page.title}>
      {session.account_role === 'viewer' && <p class="notice">{text.viewer}</p>}
      <div class="account">
        <ErrorBoundary>
          <page.content key={`${tab}/${id}`} session={session} id={id ?? ''} />
        </ErrorBoundary>
      </div>
    </PageLayout>
  )
}
