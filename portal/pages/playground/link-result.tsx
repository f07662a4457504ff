// Everything there is to see of one answer.

import { useEffect, useState } from 'preact/hooks'
import type { BuildingLinkAnswer, BuildingLinkQuery } from '../../../src/contract/api-types.ts'
import { curlCommand } from '../../api/curl.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { Choice } from '../../parts/choice.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { WhenLoaded } from '../../parts/notice.tsx'
import { CandidateMap, Candidates } from './candidates.tsx'
import { Explanation } from './explanation.tsx'
import { Readings } from './highlighted-text.tsx'
import { text } from './text.ts'
import { Verdict } from './verdict.tsx'

export interface LinkResponse {
  readonly query: BuildingLinkQuery
  readonly answer: BuildingLinkAnswer
}

export function LinkResult({ query, answer, visitor }: LinkResponse & { visitor: boolean }) {
  const { data, meta } = answer
  return (
    <div class="explained">
      <Verdict {...answer} />
      <Readings typed={String(query.address)} parsed={meta.parsed ?? null} readings={meta.readings ?? []} />
      {data.length > 0 ? <Considered answer={answer} /> : <Closest query={query} />}
      <Wire query={query} answer={answer} visitor={visitor} />
      <p class="quiet">{text.dataset(meta.dataset_version, meta.model_version)}</p>
    </div>
  )
}

function Considered({ answer: { data, meta } }: Pick<LinkResponse, 'answer'>) {
  const [chosen, setChosen] = useState(0)
  useEffect(() => setChosen(0), [data])
  const at = Math.min(chosen, data.length - 1)
  return (
    <>
      <div class="beside">
        <Candidates links={data} none={meta.none_probability} chosen={at} onChoose={setChosen} />
        <CandidateMap links={data} chosen={at} onChoose={setChosen} />
      </div>
      <Explanation links={data} chosen={at} />
    </>
  )
}

/** Below the threshold there is no answer, but there is a reason to see. Asked for only when somebody wants it. */
function Closest({ query }: Pick<LinkResponse, 'query'>) {
  const [wanted, setWanted] = useState(false)
  const question = JSON.stringify(query)
  useEffect(() => setWanted(false), [question])
  if (wanted) return <ClosestCandidates query={query} question={question} />
  return (
    <button type="button" class="second" onClick={() => setWanted(true)}>
      {text.closest}
    </button>
  )
}

function ClosestCandidates({ query, question }: Pick<LinkResponse, 'query'> & { question: string }) {
  const closest = useLoad(question, (signal) =>
    plinth.buildingLinks.ask({ ...query, min_confidence: 0, limit: 3 }, { signal }),
  )
  return (
    <WhenLoaded result={closest}>
      {(answer) => (
        <>
          <p class="notice">{answer.data.length > 0 ? text.closestNote : text.closestNone}</p>
          {answer.data.length > 0 && <Considered answer={answer} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Wire({ query, answer, visitor }: LinkResponse & { visitor: boolean }) {
  const [shown, setShown] = useState<'curl' | 'json'>('curl')
  const options = [
    { value: 'curl', label: text.curl },
    { value: 'json', label: text.json },
  ] as const
  return (
    <section class="card wire" aria-label={text.request}>
      <div class="row">
        <h2>{text.request}</h2>
        <Choice label={text.request} options={options} value={shown} onChange={setShown} />
      </div>
      <CodeBlock>
        {shown === 'curl' ? curlCommand(query, location.origin, visitor) : JSON.stringify(answer, null, 2)}
      </CodeBlock>
    </section>
  )
}
