// A notice for a page that the account's plan does not include.
import { fill } from '../../../language/choose-language.ts'
import { wordFor } from '../../../language/enum-words.ts'
import { text } from './text.ts'

interface PlanRequiredProps {
  readonly plans: readonly string[]
  /** With `{plans}` for their names. */
  readonly title: string
  readonly lead: string
}

export function PlanRequired({ plans, title, lead }: PlanRequiredProps) {
  const names = plans.map((plan) => wordFor('plan', plan)).join(', ')
  return (
    <div class="notice">
      <p>
        <strong>{fill(title, { plans: names })}</strong>
      </p>
      <p>{lead}</p>
      <p>
        <a href="/plans">{text.comparePlans}</a>
      </p>
    </div>
  )
}
