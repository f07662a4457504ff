// A notice for a page that the account's plan does not include.
import { PlinthError } from '@plinth/client'
import { wordFor } from '../../../language/enum-words.ts'
import { text } from './text.ts'

/** The plans that include the page, or null if the error is another one. */
export function requiredPlans(error: Error | undefined): string | null {
  if (!(error instanceof PlinthError) || error.code !== 'plan_required') return null
  return ((error.problem.required_plans ?? []) as string[]).map((plan) => wordFor('plan', plan)).join(', ')
}

export function PlanRequired({ title, lead }: { title: string; lead: string }) {
  return (
    <div class="notice">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{lead}</p>
      <p>
        <a href="/plans">{text.comparePlans}</a>
      </p>
    </div>
  )
}
