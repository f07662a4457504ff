// A notice for a page that the account's plan does not include.
import { fill } from '../../../language/choose-language.ts'
import { wordFor } from '../../../language/enum-words.ts'
import { text } from './text.ts'

interface PlanRequiredProps {
  readonly plans: readonly string[]
  readonly words: { readonly planRequired: string; readonly planRequiredLead: string }
}

export function PlanRequired({ plans, words }: PlanRequiredProps) {
  const names = plans.map((plan) => wordFor('plan', plan)).join(', ')
  return (
    <div class="notice">
      <p>
        <strong>{fill(words.planRequired, { plans: names })}</strong>
      </p>
      <p>{words.planRequiredLead}</p>
      <p>
        <a href="/plans">{text.comparePlans}</a>
      </p>
    </div>
  )
}
