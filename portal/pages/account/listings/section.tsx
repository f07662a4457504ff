// The frame of the listings pages: links between them, and the notice for plans without listings.
import './page.css'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { requiredPlans } from '../../../api/plans.ts'
import { fill } from '../../../language/choose-language.ts'
import { PlanRequired } from '../parts/plan-required.tsx'
import { text } from './text.ts'

const PAGES: readonly (readonly [href: string, label: string, alsoFor?: string])[] = [
  ['/account/listings', text.all],
  ['/account/needs-review', text.review],
  ['/account/homes', text.homes],
  ['/account/duplicates', text.duplicates],
  ['/account/feeds', text.feeds, '/account/new-feed'],
  ['/account/load-listings', text.load],
]

interface ListingsSectionProps {
  /** An error of the page's first request, which may say that the plan is too small. */
  readonly error?: Error | undefined
  readonly children: ComponentChildren
}

export function ListingsSection({ error, children }: ListingsSectionProps) {
  const { path } = useLocation()
  const plans = requiredPlans(error)
  if (plans) {
    const title = (names: string) => fill(text.planRequired, { plans: names })
    return <PlanRequired plans={plans} title={title} lead={text.planRequiredLead} />
  }
  return (
    <div class="listings">
      <nav class="row below" aria-label={text.pages}>
        {PAGES.map(([href, label, alsoFor]) => {
          const isCurrent = path === href || path === alsoFor || path.startsWith(`${href}/`)
          return (
            <a key={href} class="button pill" href={href} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </a>
          )
        })}
      </nav>
      {children}
    </div>
  )
}
