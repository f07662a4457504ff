// The account's decision on a listing: confirm, correct or reject its building.
import { useState } from 'preact/hooks'
import type { Listing, ListingDecisionRequest } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { useMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useAction } from '../../../api/use-action.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatDateTime } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Problem } from '../../../parts/notice.tsx'
import { FindBuilding } from '../../../review/find-building.tsx'
import { correctionTo, findProjects } from './listings-api.ts'
import { text } from './text.ts'

const words = text.decision

interface DecisionProps {
  readonly listing: Listing
  /** What Confirm applies to; undefined if there is no candidate. */
  readonly confirm: ListingDecisionRequest | undefined
  readonly onChanged: () => void
}

export function Decision({ listing: { key, decision }, confirm, onChanged }: DecisionProps) {
  const action = useAction()
  const isSandbox = useCurrentUser().session?.account.plan === 'sandbox'
  const mayDecide = useMay('listings:write')
  const [isFinding, setFinding] = useState(false)
  const [removed, setRemoved] = useState(false)
  const run = (request: () => Promise<unknown>, isRemoval = false) =>
    void action.run(async () => {
      await request()
      setRemoved(isRemoval)
      onChanged()
    })
  const decide = (body: ListingDecisionRequest) => run(() => plinth.listings.decide(key, body))
  if (!mayDecide && !decision) return null
  return (
    <section class="sunken" aria-label={words.title}>
      <h3>{words.title}</h3>
      <div aria-live="polite">
        {decision && (
          <p class="notice good">
            {fill(words.verdicts[decision.verdict], { at: formatDateTime(decision.decided_at) })}
          </p>
        )}
        {removed && !decision && <p class="notice">{words.removed}</p>}
      </div>
      {mayDecide && <p class="quiet">{isSandbox ? words.sandboxLead : words.lead}</p>}
      {action.error && <Problem error={action.error} />}
      {mayDecide && (
        <div class="row">
          {confirm && <Button label={words.confirm} disabled={action.busy} onClick={() => decide(confirm)} />}
          <Button look="second" label={words.correct} disabled={action.busy} onClick={() => setFinding(true)} />
          <Button
            look="second"
            label={words.reject}
            disabled={action.busy || decision?.verdict === 'reject'}
            onClick={() => decide({ verdict: 'reject' })}
          />
          {decision && (
            <Button
              look="second"
              label={words.remove}
              disabled={action.busy}
              onClick={() => run(() => plinth.listings.undoDecision(key), true)}
            />
          )}
        </div>
      )}
      {isFinding && (
        <FindBuilding
          find={findProjects}
          label={words.find}
          onClose={() => setFinding(false)}
          onChoose={(target) => {
            setFinding(false)
            decide(correctionTo(target))
          }}
        />
      )}
    </section>
  )
}
