// One address at a time: asked while one types, a quarter of a second after the last key; Enter asks at once.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../../../src/contract/wire-types.ts'
import { useWho } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { sayConfidence, sayOutcome } from '../../parts/evidence-text.ts'
import { Loading, Problem } from '../../parts/notice.tsx'
import type { Told } from './answer.tsx'
import { Answer } from './answer.tsx'
import { AskForm } from './ask-form.tsx'
import { text } from './text.ts'
import type { Asked } from './url-query.ts'
import { EXPLAINED, hashOf, queryOf } from './url-query.ts'

const SETTLE_MS = 250
const EXAMPLES = 4

/** What was typed, once nobody has typed for a moment. */
function useSettled(asked: Asked): [settled: Asked, settle: (asked: Asked) => void] {
  const [settled, settle] = useState(asked)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    timer.current = setTimeout(() => settle(asked), SETTLE_MS)
    return () => clearTimeout(timer.current)
  }, [asked])
  return [settled, settle]
}

/** What is read out when an answer comes: the outcome, not the whole page. */
function summaryOf({ answer: { data, meta } }: Told): string {
  const [first] = data
  const outcome = sayOutcome(meta.outcome)
  if (!first) return [outcome, meta.reason_detail].filter(Boolean).join(': ')
  return `${outcome}: ${first.project_name}, ${sayConfidence(first.match_confidence)}`
}

interface OneProps {
  readonly asked: Asked
  readonly onAsked: (asked: Asked) => void
}

/** Addresses that have an answer for whoever asks: of the sandbox, or of the full dataset. */
function useExamples(session: Session | null | undefined): readonly string[] {
  const plan = session?.account.plan ?? 'sandbox'
  const known = useLoad(plan, async (signal) => {
    if (plan === 'sandbox') return text.sampleAddresses
    const { data } = await plinth.projects.list({ limit: EXAMPLES, fields: ['address'] }, { signal })
    return data.map(({ address }) => address)
  })
  return known.data ?? []
}

export function One({ asked, onAsked }: OneProps) {
  const { session } = useWho()
  const examples = useExamples(session)
  const [settled, settle] = useSettled(asked)
  const question = hashOf(settled)
  const told = useLoad<Told | null>(`${session?.account.id} ${question}`, async (signal) => {
    if (settled.address.trim() === '') return null
    const query = { ...queryOf(settled), include: EXPLAINED }
    return { query, answer: await plinth.buildingLinks.ask(query, { signal }) }
  })
  const ask = (next: Asked, now: boolean) => {
    onAsked(next)
    if (!now) return
    settle(next)
    if (hashOf(next) === question) told.reload()
  }
  return (
    <>
      <AskForm asked={asked} examples={examples} onAsk={ask} />
      <p class="hidden" role="status">
        {told.data && summaryOf(told.data)}
      </p>
      <div aria-busy={told.loading}>
        {told.error && <Problem error={told.error} retry={told.reload} />}
        {told.data && <Answer {...told.data} visitor={session === null} />}
        {told.data === undefined && told.loading && <Loading />}
        {told.data === null && <p class="quiet">{text.empty}</p>}
      </div>
    </>
  )
}
