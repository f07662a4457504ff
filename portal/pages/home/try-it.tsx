// The live address box: an address in, the building out, as a visitor to the sandbox.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BuildingLinkAnswer } from '../../../src/contract/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { Problem } from '../../parts/notice.tsx'
import { HomeResult } from './home-result.tsx'
import { text } from './text.ts'

const EXAMPLES = [
  '#1203 -1480 howe',
  '1288, av. des Canadiens, app. 2301',
  '395 Dundas Street W 603',
  '15 lower jarvis ph2, toronto',
  '225 king w',
  '1483 howe st, vancouver',
] as const

/** Long enough that typing an address costs a few requests of the minute's sixty. */
const PAUSE_MS = 350
const SHORTEST = 5
/** Whoever looks: here it is the sandbox that is asked, as the page says. */
const VISITOR = { authorization: 'Visitor' }

interface Tried {
  readonly address: string
  readonly answer?: BuildingLinkAnswer
  readonly error?: Error
}

export function TryIt() {
  const [address, setAddress] = useState<string>(EXAMPLES[0])
  const [tried, setTried] = useState<Tried | undefined>(undefined)
  const current = useRef<AbortController | undefined>(undefined)
  const ask = async (given: string) => {
    current.current?.abort()
    const control = new AbortController()
    current.current = control
    const done = (result: Tried) => control.signal.aborted || setTried(result)
    const asVisitor = { signal: control.signal, headers: VISITOR }
    await plinth.buildingLinks.ask({ address: given, limit: 3 }, asVisitor).then(
      (answer) => done({ address: given, answer }),
      (error) => done({ address: given, error }),
    )
  }
  useEffect(() => {
    const given = address.trim()
    if (given.length < SHORTEST) return
    const timer = setTimeout(() => ask(given), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [address])
  return (
    <section class="card try" aria-label={text.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') void ask(address.trim())
        }}
      >
        <label for="address">{text.label}</label>
        <div class="row ask">
          <input
            id="address"
            value={address}
            maxLength={512}
            autocomplete="off"
            spellcheck={false}
            placeholder={text.placeholder}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
          <button type="submit">{text.find}</button>
        </div>
        <div class="row examples">
          <span class="quiet">{text.examples}</span>
          {EXAMPLES.map((example) => (
            <button type="button" class="second small" key={example} onClick={() => setAddress(example)}>
              {example}
            </button>
          ))}
        </div>
      </form>
      <div aria-live="polite">
        {tried?.error && <Problem error={tried.error} />}
        {tried?.answer && <HomeResult address={tried.address} answer={tried.answer} />}
      </div>
      <p class="quiet note">{text.note}</p>
    </section>
  )
}
