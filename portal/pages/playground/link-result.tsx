// The full result of one lookup.
import { useEffect, useState } from 'preact/hooks'
import type { BuildingLinkAnswer, BuildingLinkQuery } from '../../../src/http/api-types.ts'
import { curlCommand } from '../../api/curl.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { fill } from '../../language/choose-language.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/choice.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { WhenLoaded } from '../../parts/notice.tsx'
import { CandidateMap, Candidates } from './candidates.tsx'
import { Explanation } from './explanation.tsx'
import { Readings } from './readings.tsx'
import { StandardAddress } from './standard-address.tsx'
import { text } from './text.ts'
import { Verdict } from './verdict.tsx'

export interface LinkResponse {
  readonly query: BuildingLinkQuery
  readonly answer: BuildingLinkAnswer
}

export function LinkResult({ query, answer, visitor }: LinkResponse & { visitor: boolean }) {
  const { data, meta } = answer
  return (
    <div class="explanation">
      <Verdict {...answer} query={query} />
      {query.address && <Readings typed={query.address} parsed={meta.parsed ?? null} readings={meta.readings ?? []} />}
      {meta.address && <StandardAddress address={meta.address} />}
      {data.length > 0 ? <CandidateDetails answer={answer} /> : <Closest query={query} />}
      <RequestAndResponse query={query} answer={answer} visitor={visitor} />
      <p class="quiet">{fill(text.dataset, { version: meta.dataset_version, model: meta.model_version })}</p>
    </div>
  )
}

function CandidateDetails({ answer: { data, meta } }: Pick<LinkResponse, 'answer'>) {
  // Equal candidates stay equal until the user chooses one.
  const initial = meta.outcome === 'ambiguous' ? null : 0
  const [choice, setChoice] = useState<number | null>(initial)
  useEffect(() => setChoice(initial), [data])
  const selected = choice === null ? null : Math.min(choice, data.length - 1)
  return (
    <>
      <div class="beside">
        <Candidates links={data} none={meta.none_probability} selected={selected} onSelect={setChoice} />
        <CandidateMap links={data} selected={selected} onSelect={setChoice} />
      </div>
      {selected === null ? <p class="quiet">{text.chooseOne}</p> : <Explanation links={data} selected={selected} />}
    </>
  )
}

/** Loads candidates below the threshold only on request. */
function Closest({ query }: Pick<LinkResponse, 'query'>) {
  const [isOpen, setOpen] = useState(false)
  const key = JSON.stringify(query)
  useEffect(() => setOpen(false), [key])
  if (isOpen) return <ClosestCandidates query={query} requestKey={key} />
  return <Button look="second" label={text.closest} onClick={() => setOpen(true)} />
}

function ClosestCandidates({ query, requestKey }: Pick<LinkResponse, 'query'> & { requestKey: string }) {
  const closest = useLoad(requestKey, (signal) =>
    plinth.buildingLinks.ask({ ...query, min_confidence: 0, limit: 3 }, { signal }),
  )
  return (
    <WhenLoaded result={closest}>
      {(answer) => (
        <>
          <p class="notice">{answer.data.length > 0 ? text.closestNote : text.closestNone}</p>
          {answer.data.length > 0 && <CandidateDetails answer={answer} />}
        </>
      )}
    </WhenLoaded>
  )
}

function RequestAndResponse({ query, answer, visitor }: LinkResponse & { visitor: boolean }) {
  const [tab, setTab] = useState<'curl' | 'json'>('curl')
  const options = [
    { value: 'curl', label: text.curl },
    { value: 'json', label: text.json },
  ] as const
  return (
    <section class="card" aria-label={text.request}>
      <div class="row">
        <h2>{text.request}</h2>
        <Choice label={text.request} options={options} value={tab} onChange={setTab} />
      </div>
      <CodeBlock>
        {tab === 'curl' ? curlCommand(query, location.origin, visitor) : JSON.stringify(answer, null, 2)}
      </CodeBlock>
    </section>
  )
}
