// A notice for a page that the account's plan does not include.
import { wordFor } from '../../../language/enum-words.ts'
import { text } from './text.ts'

interface PlanRequiredProps {
  readonly plans: readonly string[]
  readonly title: (names: string) => string
  readonly lead: string
}

export function PlanRequired({ plans, title, lead }: PlanRequiredProps) {
  const names = plans.map((plan) => wordFor('plan', plan)).join(', ')
  return (
    <div class="notice">
      <p>
        <strong>{title(names)}</strong>
      </p>
      <p>{lead}</p>
      <p>
        <a href="/plans">{text.comparePlans}</a>
      </p>
    </div>
  )
}
