// Looks up one address as the user types. Enter looks it up at once.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../../../src/http/api-types.ts'
import { useDataSession } from '../../api/current-user.tsx'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { formatConfidence, outcomeLabel, reasonSentence } from '../../evidence/evidence-text.ts'
import { COLON, labelled } from '../../language/choose-language.ts'
import { Loading, Problem } from '../../parts/notice.tsx'
import { AddressForm } from './address-form.tsx'
import type { LinkResponse } from './link-result.tsx'
import { LinkResult } from './link-result.tsx'
import type { QueryFields } from './query-fields.ts'
import { canLookUp, EXPLANATION_PARTS, fieldsToHash, fieldsToQuery } from './query-fields.ts'
import { text } from './text.ts'

const DEBOUNCE_MS = 250
const EXAMPLES = 4

function useDebounced(fields: QueryFields): [debounced: QueryFields, setNow: (fields: QueryFields) => void] {
  const [debounced, setDebounced] = useState(fields)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    timer.current = setTimeout(() => setDebounced(fields), DEBOUNCE_MS)
    return () => clearTimeout(timer.current)
  }, [fields])
  return [debounced, setDebounced]
}

/** What a screen reader announces: the outcome, not the whole page. */
function summaryOf({ answer: { data, meta } }: LinkResponse): string {
  const [first] = data
  const outcome = outcomeLabel(meta.outcome)
  if (!first) return [outcome, reasonSentence(meta.reason, meta.reason_detail)].filter(Boolean).join(COLON)
  return labelled(outcome, `${first.project_name}, ${formatConfidence(first.match_confidence)}`)
}

const SAMPLE_ADDRESSES = [
  text.placeholder,
  '100 Wellesley Street E 603',
  '225 King St W',
  '100, rue Wellesley Est, app. 2301',
  'PH2 15 Lower Jarvis, Toronto, ON',
  '100 wellesley',
]

/** Addresses in the user's own dataset. */
function useExamples(session: Session | null | undefined): readonly string[] {
  const plan = session?.account.plan ?? 'sandbox'
  const examples = useLoad(plan, async (signal) => {
    if (plan === 'sandbox') return SAMPLE_ADDRESSES
    const [{ sample_address }, { data }] = await Promise.all([
      plinth.dataset({ signal }),
      plinth.projects.list({ limit: EXAMPLES, fields: ['address'] }, { signal }),
    ])
    return [...new Set([...(sample_address ? [sample_address] : []), ...data.map(({ address }) => address)])]
  })
  return examples.data ?? []
}

interface SingleLookupProps {
  readonly fields: QueryFields
  readonly onChange: (fields: QueryFields) => void
}

export function SingleLookup({ fields, onChange }: SingleLookupProps) {
  const session = useDataSession()
  const examples = useExamples(session)
  const [debounced, setNow] = useDebounced(fields)
  const key = fieldsToHash(debounced)
  const result = useLoad<LinkResponse | null>(`${session?.account.id} ${key}`, async (signal) => {
    if (!canLookUp(debounced)) return null
    const query = { ...fieldsToQuery(debounced), include: EXPLANATION_PARTS }
    return { query, answer: await plinth.buildingLinks.ask(query, { signal }) }
  })
  const change = (next: QueryFields, now: boolean) => {
    onChange(next)
    if (!now) return
    setNow(next)
    if (fieldsToHash(next) === key) result.reload()
  }
  return (
    <>
      <AddressForm fields={fields} examples={examples} onChange={change} />
      <p class="hidden" role="status">
        {result.data && summaryOf(result.data)}
      </p>
      <div aria-busy={result.loading}>
        {result.error && <Problem error={result.error} retry={result.reload} />}
        {result.data && <LinkResult {...result.data} visitor={session === null} />}
        {result.data === undefined && result.loading && <Loading />}
        {result.data === null && <p class="quiet">{text.empty}</p>}
      </div>
    </>
  )
}
