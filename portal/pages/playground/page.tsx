// The playground: look up one address and see why, or look up a whole file.
import { fill } from '../../language/choose-language.ts'
import './page.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useDataSession } from '../../api/current-user.tsx'
import { useHash } from '../../api/use-hash.ts'
import { Choice } from '../../parts/choice.tsx'
import { Loading } from '../../parts/notice.tsx'
import { PageLayout } from '../../parts/page-layout.tsx'
import { BatchLookup } from './batch-lookup.tsx'
import type { QueryFields } from './query-fields.ts'
import { EMPTY_QUERY, fieldsFromHash } from './query-fields.ts'
import { SingleLookup } from './single-lookup.tsx'
import { text } from './text.ts'

type Mode = 'one' | 'many'
const MANY = '#many'

/** Typing replaces the URL; switching modes and opening a result add a history entry. */
function usePlayground() {
  const [hash, changeHash] = useHash()
  const [openedFromList, setOpenedFromList] = useState(false)
  // Kept while the hash is `#many`, and when the skip link sets it to `#main`.
  const last = useRef<{ mode: Mode; fields: QueryFields }>({ mode: 'one', fields: EMPTY_QUERY })
  const current = useMemo(() => {
    const fields = fieldsFromHash(hash)
    if (fields || hash.size === 0) return { mode: 'one' as const, fields: fields ?? EMPTY_QUERY }
    return hash.has('many') ? { mode: 'many' as const, fields: last.current.fields } : last.current
  }, [hash])
  last.current = current
  return {
    ...current,
    openedFromList,
    type: (fields: QueryFields) => changeHash(fields),
    openResult(fields: QueryFields) {
      setOpenedFromList(true)
      changeHash({ ...fields, many: null }, 'push')
    },
    switchTo(mode: Mode) {
      if (mode === 'many') location.hash = MANY
      else changeHash({ ...current.fields, many: null }, 'push')
    },
  }
}

function DatasetNote() {
  const session = useDataSession()
  const plan = session?.account.plan ?? 'sandbox'
  if (plan !== 'sandbox') return <p class="quiet">{fill(text.production, { plan })}</p>
  return (
    <p class="quiet">
      {session ? text.sandbox : text.visitor} <a href="/plans">{text.sandboxMore}</a>
    </p>
  )
}

export function Playground() {
  const session = useDataSession()
  const { mode, fields, openedFromList, type, openResult, switchTo } = usePlayground()
  const back = useRef<HTMLAnchorElement>(null)
  // The row that had the focus is now hidden, so focus the link back to it.
  useEffect(() => {
    if (mode === 'one' && openedFromList) back.current?.focus()
  }, [mode, openedFromList])
  const modes = [
    { value: 'one', label: text.one },
    { value: 'many', label: text.many },
  ] as const
  return (
    <PageLayout title={text.title}>
      <p class="lead">{text.lead}</p>
      <div class="playground">
        <div class="row flush modes">
          <Choice label={text.mode} options={modes} value={mode} onChange={switchTo} />
          <DatasetNote />
        </div>
        {session === undefined ? (
          <Loading />
        ) : (
          <>
            <div hidden={mode !== 'one'}>
              {openedFromList && (
                <p>
                  <a ref={back} href={MANY}>
                    ← {text.back}
                  </a>
                </p>
              )}
              <SingleLookup fields={fields} onChange={type} />
            </div>
            <div hidden={mode !== 'many'}>
              <BatchLookup onOpen={openResult} />
            </div>
          </>
        )}
      </div>
    </PageLayout>
  )
}
