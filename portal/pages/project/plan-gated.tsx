// A section of the project page that names the plans it needs when the user's plan lacks it.
import type { ComponentChildren } from 'preact'
import { requiredPlans } from '../../api/plans.ts'
import type { Loadable } from '../../api/use-load.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { WhenLoaded } from '../../parts/notice.tsx'
import { text } from './text.ts'

interface PlanGatedProps<T> {
  readonly result: Loadable<T>
  /** What the section shows, as the notice names it. */
  readonly what: string
  readonly children: (data: T) => ComponentChildren
}

export function PlanGated<T>({ result, what, children }: PlanGatedProps<T>) {
  const required = requiredPlans(result.error)
  if (!required) return <WhenLoaded result={result}>{children}</WhenLoaded>
  const plans = required.map((plan) => wordFor('plan', plan)).join(text.or)
  return (
    <p class="notice">
      {fill(text.needsPlan, { what, plans })} <a href="/plans">{text.comparePlans}</a>
    </p>
  )
}
