// A section of the project page that names the plans it needs when the user's plan lacks it.
import { PlinthError } from '@plinth/client'
import type { ComponentChildren } from 'preact'
import type { Loadable } from '../../api/use-load.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { text } from './text.ts'

function requiredPlans(error: Error | undefined): string | null {
  if (!(error instanceof PlinthError) || error.code !== 'plan_required') return null
  const plans = error.problem.required_plans
  return Array.isArray(plans)
    ? plans
        .filter((plan) => plan !== 'sandbox')
        .map((plan) => wordFor('plan', String(plan)))
        .join(text.or)
    : ''
}

interface PlanGatedProps<T> {
  readonly result: Loadable<T>
  /** What the section shows, as the notice names it. */
  readonly what: string
  readonly children: (data: T) => ComponentChildren
}

export function PlanGated<T>({ result, what, children }: PlanGatedProps<T>) {
  const plans = requiredPlans(result.error)
  if (plans === null) return <WhenLoaded result={result}>{children}</WhenLoaded>
  return (
    <p class="notice">
      {fill(text.needsPlan, { what, plans })} <a href="/plans">{text.comparePlans}</a>
    </p>
  )
}
