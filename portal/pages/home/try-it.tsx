// The live lookup form on the home page: visitors ask the real buildings that ship with Plinth, people their account.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BuildingLinkAnswer, Session } from '../../../src/http/api-types.ts'
import { useCurrentUser } from '../../api/current-user.tsx'
import { plinth, visitor } from '../../api/plinth.ts'
import { useLoad } from '../../api/use-load.ts'
import { Problem } from '../../parts/notice.tsx'
import { AddressInput } from '../../suggest/address-input.tsx'
import { SuggestBox } from '../../suggest/suggest-box.tsx'
import { addressText } from '../../suggest/suggestion-text.ts'
import { ADDRESS_KINDS, suggestFrom } from '../../suggest/suggestions.ts'
import { HomeResult } from './home-result.tsx'
import { text } from './text.ts'

/** Spellings of real buildings that ship with Plinth and are in the sandbox, too. */
const REAL = [text.placeholder, '100, rue Wellesley Est, app. 2301', '100 Wellesley Street E 603'] as const
/** For a server without other real buildings. */
const SANDBOX = [...REAL, '15 lower jarvis ph2, toronto', '225 king w']

/** Visitors have sixty requests per minute; typing one address should take only a few. */
const DEBOUNCE_MS = 350
const MIN_LENGTH = 5
const suggest = suggestFrom({ kinds: ADDRESS_KINDS })

interface Lookup {
  readonly address: string
  readonly answer?: BuildingLinkAnswer
  readonly error?: Error
}

/** What the caller's own data finds, first the one to show. Undefined until that is known. */
function useExamples(session: Session | null | undefined): readonly string[] | undefined {
  const caller = session === undefined ? undefined : (session?.account.id ?? 'visitor')
  const { data, error } = useLoad(`dataset ${caller}`, async (signal) =>
    caller === undefined ? undefined : { caller, ...(await (session ? plinth : visitor).dataset({ signal })) },
  )
  if (error) return SANDBOX
  if (!data || data.caller !== caller) return undefined
  if (session === null) return data.visitor_sample_address ? REAL : SANDBOX
  return data.sample_address && data.dataset === 'production' ? [data.sample_address] : SANDBOX
}

export function TryIt() {
  const { session: current } = useCurrentUser()
  // The starter plan has no lookups: its people ask as visitors do.
  const session = current?.account.plan === 'starter' ? null : current
  const [typed, setAddress] = useState<string>()
  const examples = useExamples(session)
  const address = typed ?? examples?.[0] ?? ''
  const [lookup, setLookup] = useState<Lookup | undefined>(undefined)
  const request = useRef<AbortController | undefined>(undefined)
  const lookUp = async (typed: string) => {
    request.current?.abort()
    const control = new AbortController()
    request.current = control
    const done = (result: Lookup) => control.signal.aborted || setLookup(result)
    await (session ? plinth : visitor).buildingLinks
      .ask({ address: typed, limit: 3, include: ['parsed'] }, { signal: control.signal })
      .then(
        (answer) => done({ address: typed, answer }),
        (error) => done({ address: typed, error }),
      )
  }
  useEffect(() => {
    const asked = address.trim()
    if (asked.length < MIN_LENGTH) return
    const timer = setTimeout(() => lookUp(asked), typed === undefined ? 0 : DEBOUNCE_MS)
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
          {(examples ?? REAL).map((example) => (
            <button type="button" class="second small mono" key={example} onClick={() => setAddress(example)}>
              {example}
            </button>
          ))}
        </div>
      </form>
      <div class="answer" aria-live="polite">
        {lookup?.error && <Problem error={lookup.error} />}
        {lookup?.answer && <HomeResult address={lookup.address} answer={lookup.answer} isVisitor={!session} />}
      </div>
      <p class="quiet after">{session ? text.noteAccount : examples === SANDBOX ? text.note : text.noteReal}</p>
    </section>
  )
}
