// The live lookup form on the home page: the sandbox, and real buildings that ship with Plinth.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BuildingLinkAnswer } from '../../../src/http/api-types.ts'
import { plinth } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { Problem } from '../../parts/notice.tsx'
import { AddressInput } from '../../suggest/address-input.tsx'
import { SuggestBox } from '../../suggest/suggest-box.tsx'
import { addressText } from '../../suggest/suggestion-text.ts'
import { ADDRESS_KINDS, suggestFrom } from '../../suggest/suggestions.ts'
import { HomeResult } from './home-result.tsx'
import { text } from './text.ts'

const EXAMPLES = [
  text.placeholder,
  '200, rue Wellesley Est, app. 2301',
  '100 Wellesley Street E 603',
  '15 lower jarvis ph2, toronto',
  '225 king w',
  '100 wellesley',
]

/** Visitors have sixty requests per minute; typing one address should take only a few. */
const DEBOUNCE_MS = 350
const MIN_LENGTH = 5
/** Signed-in users get the results of visitors here too, as the page says. */
const VISITOR = { authorization: 'Visitor' }
const suggest = suggestFrom({ kinds: ADDRESS_KINDS, headers: VISITOR })

interface Lookup {
  readonly address: string
  readonly answer?: BuildingLinkAnswer
  readonly error?: Error
}

export function TryIt() {
  const [address, setAddress] = useState(text.placeholder)
  const [lookup, setLookup] = useState<Lookup | undefined>(undefined)
  const request = useRef<AbortController | undefined>(undefined)
  const lookUp = async (typed: string) => {
    request.current?.abort()
    const control = new AbortController()
    request.current = control
    const done = (result: Lookup) => control.signal.aborted || setLookup(result)
    const asVisitor = { signal: control.signal, headers: VISITOR }
    await plinth.buildingLinks.ask({ address: typed, limit: 3 }, asVisitor).then(
      (answer) => done({ address: typed, answer }),
      (error) => done({ address: typed, error }),
    )
  }
  const dataset = useLoad('visitor dataset', (signal) => plinth.dataset({ signal, headers: VISITOR }))
  useEffect(() => {
    const typed = address.trim()
    if (typed.length < MIN_LENGTH) return
    const timer = setTimeout(() => lookUp(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [address])
  return (
    <section class="card try" aria-label={text.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') void lookUp(address.trim())
        }}
      >
        <label for="address">{text.label}</label>
        <div class="row line ask">
          <SuggestBox
            id="address-suggestions"
            suggest={suggest}
            onChoose={(suggestion) => setAddress(addressText(address, suggestion))}
          >
            {(combobox) => (
              <AddressInput
                combobox={combobox}
                id="address"
                value={address}
                placeholder={text.placeholder}
                onInput={(event) => setAddress(event.currentTarget.value)}
              />
            )}
          </SuggestBox>
          <button type="submit" class="nowrap">
            {text.find}
          </button>
        </div>
        <div class="row near">
          <span class="quiet">{text.examples}</span>
          {EXAMPLES.map((example) => (
            <button type="button" class="second small mono" key={example} onClick={() => setAddress(example)}>
              {example}
            </button>
          ))}
        </div>
      </form>
      <div aria-live="polite">
        {lookup?.error && <Problem error={lookup.error} />}
        {lookup?.answer && <HomeResult address={lookup.address} answer={lookup.answer} />}
      </div>
      <p class="quiet after">{dataset.data?.visitor_sample_address ? text.noteReal : text.note}</p>
    </section>
  )
}
