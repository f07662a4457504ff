// A part of the page that the reader's plan does not have says which plan does, instead of failing.
import type { ComponentChildren } from 'preact'
import { PlinthError } from '../../../src/client/client.ts'
import type { Loaded } from '../../api/use-load.ts'
import { sayWord } from '../../parts/format.ts'
import { Shown } from '../../parts/notice.tsx'
import { text } from './text.ts'

function plansNamedIn(error: Error | undefined): string | null {
  if (!(error instanceof PlinthError) || error.code !== 'plan_required') return null
  const plans = error.problem.required_plans
  return Array.isArray(plans)
    ? plans
        .filter((plan) => plan !== 'sandbox')
        .map((plan) => sayWord(String(plan)))
        .join(text.or)
    : ''
}

interface PartProps<T> {
  readonly of: Loaded<T>
  /** What the part is, for the sentence. */
  readonly what: string
  readonly children: (data: T) => ComponentChildren
}

export function Part<T>({ of, what, children }: PartProps<T>) {
  const plans = plansNamedIn(of.error)
  if (plans === null) return <Shown of={of}>{children}</Shown>
  return (
    <p class="notice">
      {text.needsPlan(what, plans)} <a href="/plans">{text.comparePlans}</a>
    </p>
  )
}
