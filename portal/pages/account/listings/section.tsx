// The frame of the listings pages: the notice for plans without listings.
import './page.css'
import type { ComponentChildren } from 'preact'
import { requiredPlans } from '../../../api/plans.ts'
import { fill } from '../../../language/choose-language.ts'
import { PlanRequired } from '../parts/plan-required.tsx'
import { text } from './text.ts'

interface ListingsSectionProps {
  /** An error of the page's first request, which may say that the plan is too small. */
  readonly error?: Error | undefined
  readonly children: ComponentChildren
}

export function ListingsSection({ error, children }: ListingsSectionProps) {
  const plans = requiredPlans(error)
  if (plans) {
    const title = (names: string) => fill(text.planRequired, { plans: names })
    return <PlanRequired plans={plans} title={title} lead={text.planRequiredLead} />
  }
  return <div class="listings">{children}</div>
}
