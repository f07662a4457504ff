// The review queue: one person with a keyboard clears it case by case. The next case is there before it is asked for.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import './page.css'
import type { CaseVerdict } from '../../../../src/contract/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { useHash } from '../../../api/use-hash.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import { CaseView } from './case-view.tsx'
import { FindBuilding } from './find-building.tsx'
import { Notices, Tally } from './notices.tsx'
import { Filters, QueueList } from './queue-list.tsx'
import type { Filter } from './review-api.ts'
import { reviewState } from './review-state.ts'
import { KeysDialog, keysAreOn, switchKeys, useKeys } from './shortcuts.tsx'
import { text } from './text.ts'

function filterOf({ status, province = '', reason = '' }: Record<string, string>): Filter {
  return { status: status === 'skipped' ? 'skipped' : 'open', province, reason }
}

/** Drawn anew whenever the work changes; what is looked at stands in the address. */
function useWork() {
  const [, redraw] = useReducer((round: number) => round + 1, 0)
  const [hash, changeHash] = useHash()
  const { session } = useCurrentUser()
  reviewState.me = session?.person.id ?? ''
  useEffect(() => {
    void reviewState.begin(filterOf(Object.fromEntries(hash)), hash.get('case'))
    return reviewState.subscribe(() => {
      const { status, ...where } = reviewState.filter
      changeHash({ ...where, status: status === 'open' ? '' : status, case: reviewState.at })
      redraw(undefined)
    })
  }, [])
}

export function Review() {
  useWork()
  const [open, setOpen] = useState<'find' | 'keys' | null>(null)
  const [keysOn, setKeysOn] = useState(keysAreOn())
  const [note, setNote] = useState('')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  const { data, error } = reviewState.shown ?? {}
  useEffect(() => {
    setNote('')
    panel.current?.scrollTo?.({ top: 0 })
  }, [reviewState.at])

  const decide = (wish: CaseVerdict) => {
    const reason = note.trim()
    reviewState.decide({ ...wish, ...(reason === '' ? {} : { reason }) })
  }
  const choose = (place: number) => {
    const chosen = data?.candidates[place]
    if (!chosen) return
    decide({ verdict: 'accept', project_id: chosen.project_id, building_id: chosen.building_id })
  }
  const acts = {
    step: (by: 1 | -1) => reviewState.step(by),
    choose,
    correct: () => data && setOpen('find'),
    reject: () => decide({ verdict: 'reject' }),
    skip: () => decide({ verdict: 'skip' }),
    undo: () => reviewState.undo(),
    note: () => noteField.current?.focus(),
    back: () => {
      const came = reviewState.returned[0]
      if (came) reviewState.open(came.now.id)
    },
    help: () => setOpen('keys'),
  }
  useKeys(acts, keysOn && open === null)

  const act = (label: string, key: string, run: () => void, kind = 'second', off = !data) => (
    <button type="button" class={kind} disabled={off} aria-keyshortcuts={key} onClick={run}>
      {label} <kbd>{key}</kbd>
    </button>
  )
  return (
    <div class="review">
      <Tally work={reviewState} />
      <Notices work={reviewState} />
      <aside class="review-side">
        <Filters work={reviewState} onChange={(filter) => void reviewState.begin(filter)} />
        <QueueList
          work={reviewState}
          onOpen={(id) => {
            reviewState.open(id)
            panel.current?.focus()
          }}
        />
      </aside>
      {reviewState.at !== null && (
        <section class="case card" ref={panel} tabIndex={-1} aria-label={text.caseLabel}>
          {error ? (
            <Problem error={error} retry={() => reviewState.reload()} />
          ) : data ? (
            <CaseView of={data} onChoose={choose} />
          ) : (
            <Loading lines={8} />
          )}
          <label for="case-note">{text.note}</label>
          <textarea
            id="case-note"
            ref={noteField}
            rows={1}
            maxLength={2000}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && panel.current?.focus()}
          />
          <p class="quiet">{text.noteHint}</p>
        </section>
      )}
      <div class="acts" role="toolbar" aria-label={text.acts}>
        {act(text.accept, 'a', () => choose(0), '', !data || data.candidates.length === 0)}
        {act(text.correct, 'c', acts.correct)}
        {act(text.reject, 'r', acts.reject)}
        {act(text.skip, 's', acts.skip)}
        {act(text.undo, 'u', acts.undo, 'second', reviewState.decided === 0 && reviewState.onTheWay.unsent === 0)}
        {act(text.keys, '?', acts.help, 'plain', false)}
      </div>
      {open === 'find' && (
        <FindBuilding
          onClose={() => setOpen(null)}
          onChoose={(target) => {
            setOpen(null)
            decide({ verdict: 'correct', project_id: target.project_id, building_id: target.building_id })
          }}
        />
      )}
      {open === 'keys' && (
        <KeysDialog
          on={keysOn}
          onClose={() => setOpen(null)}
          onSwitch={(on) => {
            switchKeys(on)
            setKeysOn(on)
          }}
        />
      )}
    </div>
  )
}
