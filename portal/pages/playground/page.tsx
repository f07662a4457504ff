// The playground: one address with everything behind its answer, or a whole file of them.
import './page.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useWho } from '../../api/current-user.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Loading } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Many } from './many/page.tsx'
import { One } from './one.tsx'
import { text } from './text.ts'
import type { Asked } from './url-query.ts'
import { askedIn, hashOf, NOTHING_ASKED } from './url-query.ts'

type Mode = 'one' | 'many'
const MANY = '#many'

/** What the address bar says behind `#`: typing replaces it, opening a row of a list is a step one can go back from. */
function useFragment() {
  const [mode, setMode] = useState<Mode>(location.hash === MANY ? 'many' : 'one')
  const [asked, setAsked] = useState<Asked>(askedIn(location.hash) ?? NOTHING_ASKED)
  const [fromList, setFromList] = useState(false)
  useEffect(() => {
    const follow = () => {
      const said = askedIn(location.hash)
      if (said) setAsked(said)
      if (said || location.hash === '') setMode('one')
      if (location.hash === MANY) setMode('many')
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return {
    mode,
    asked,
    fromList,
    type(next: Asked) {
      setAsked(next)
      history.replaceState(history.state, '', location.pathname + hashOf(next))
    },
    /** A row of the list. */
    open(next: Asked) {
      setFromList(true)
      location.hash = hashOf(next)
    },
    turnTo(next: Mode) {
      if (next === 'many') location.hash = MANY
      else {
        history.pushState(null, '', location.pathname + hashOf(asked))
        setMode('one')
      }
    },
  }
}

function DatasetNote() {
  const { session } = useWho()
  const plan = session?.account.plan ?? 'sandbox'
  if (plan !== 'sandbox') return <p class="quiet">{text.production(plan)}</p>
  return (
    <p class="quiet">
      {text.sandbox}
      <a href="/plans">{text.sandboxMore}</a>
    </p>
  )
}

export function Playground() {
  const { session } = useWho()
  const fragment = useFragment()
  const { mode, asked, fromList } = fragment
  const back = useRef<HTMLAnchorElement>(null)
  // The row that had the focus is out of sight; the way back to it is next.
  useEffect(() => {
    if (mode === 'one' && fromList) back.current?.focus()
  }, [mode, fromList])
  const modes = [
    { value: 'one', label: text.one },
    { value: 'many', label: text.many },
  ] as const
  return (
    <Page title={text.title}>
      <p class="lead">{text.lead}</p>
      <div class="playground">
        <div class="row modes">
          <Choice label={text.mode} options={modes} value={mode} onChange={fragment.turnTo} />
          <DatasetNote />
        </div>
        {session === undefined ? (
          <Loading />
        ) : (
          <>
            <div hidden={mode !== 'one'}>
              {fromList && (
                <p>
                  <a ref={back} href={MANY}>
                    ← {text.back}
                  </a>
                </p>
              )}
              <One asked={asked} onAsked={fragment.type} />
            </div>
            <div hidden={mode !== 'many'}>
              <Many onOpen={fragment.open} />
            </div>
          </>
        )}
      </div>
    </Page>
  )
}
