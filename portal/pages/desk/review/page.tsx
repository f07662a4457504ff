// The review queue, worked through case by case with the keyboard.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import './page.css'
import type { CaseVerdict } from '../../../../src/http/api-types.ts'
import { useCurrentUser } from '../../../api/current-user.tsx'
import { useHash } from '../../../api/use-hash.ts'
import { fill } from '../../../language/choose-language.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import { ActionBar } from '../../../review/action-bar.tsx'
import { FindBuilding } from '../../../review/find-building.tsx'
import { useShortcutsWithHelp } from '../../../review/shortcuts.tsx'
import { useSelection } from '../../../review/use-selection.ts'
import { CaseView } from './case-view.tsx'
import { shortcutFor } from './desk-shortcuts.ts'
import { Notices, Tally } from './notices.tsx'
import { Filters, QueueList } from './queue-list.tsx'
import type { Filter } from './review-api.ts'
import { reviewApi } from './review-api.ts'
import { reviewState } from './review-state.ts'
import { text } from './text.ts'

function filterOf({ status, province = '', reason = '' }: Record<string, string>): Filter {
  return { status: status === 'skipped' ? 'skipped' : 'open', province, reason }
}

/** Redraws when the state changes, and keeps the filter and case in the URL fragment. */
function useReviewState() {
  const [, redraw] = useReducer((round: number) => round + 1, 0)
  const [hash, changeHash] = useHash()
  const { session } = useCurrentUser()
  reviewState.me = session?.person.id ?? ''
  useEffect(() => {
    void reviewState.start(filterOf(Object.fromEntries(hash)), hash.get('case'))
    return reviewState.subscribe(() => {
      const { status, ...filter } = reviewState.filter
      changeHash({ ...filter, status: status === 'open' ? '' : status, case: reviewState.caseId })
      redraw(undefined)
    })
  }, [])
}

export function Review() {
  useReviewState()
  const [finding, setFinding] = useState(false)
  const [note, setNote] = useState('')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  const { data, error } = reviewState.current ?? {}
  useLayoutEffect(() => {
    setNote('')
    panel.current?.scrollTo?.({ top: 0 })
  }, [reviewState.caseId])

  const selection = useSelection(reviewState.cases.map(({ id }) => id))
  const many = selection.ids.size

  const decide = (verdict: CaseVerdict) => {
    const reason = note.trim()
    const decision = { ...verdict, ...(reason === '' ? {} : { reason }) }
    if (many > 0) void reviewState.decideAll([...selection.ids], decision)
    else reviewState.decide(decision)
    selection.clear()
  }
  const accept = (index: number) => {
    // The letter of a candidate means nothing for several cases.
    if (many > 0) return index === 0 ? decide({ verdict: 'accept' }) : undefined
    const candidate = data?.candidates[index]
    if (!candidate) return
    decide({ verdict: 'accept', project_id: candidate.project_id, building_id: candidate.building_id })
  }
  const actions = {
    step: (by: 1 | -1) => reviewState.step(by),
    accept,
    correct: () => data && many === 0 && setFinding(true),
    reject: () => decide({ verdict: 'reject' }),
    skip: () => decide({ verdict: 'skip' }),
    undo: () => reviewState.undo(),
    select: (withShift: boolean) => reviewState.caseId !== null && selection.toggle(reviewState.caseId, withShift),
    selectAll: selection.toggleAll,
    note: () => noteField.current?.focus(),
    back: () => {
      const returned = reviewState.returned[0]
      if (returned) reviewState.open(returned.current.id)
    },
  }
  const runShortcut = (key: string) => {
    const shortcut = shortcutFor(key)
    return shortcut && (() => shortcut(actions))
  }
  const { help, showHelp } = useShortcutsWithHelp(runShortcut, text.shortcutList, finding)

  return (
    <div class="beside review">
      <Tally state={reviewState} />
      <Notices state={reviewState} />
      <aside class="review-side">
        <Filters state={reviewState} onChange={(filter) => void reviewState.start(filter)} />
        <QueueList
          state={reviewState}
          selection={selection}
          onOpen={(id) => {
            reviewState.open(id)
            panel.current?.focus()
          }}
        />
      </aside>
      {reviewState.caseId !== null && (
        <section class="case card" ref={panel} tabIndex={-1} aria-label={text.caseLabel}>
          {error ? (
            <Problem error={error} retry={() => reviewState.reload()} />
          ) : data ? (
            <CaseView of={data} onAccept={accept} />
          ) : (
            <Loading lines={8} />
          )}
        </section>
      )}
      <ActionBar
        label={text.actions}
        note={
          reviewState.caseId === null
            ? undefined
            : {
                label: text.note,
                hint: text.noteHint,
                value: note,
                onChange: setNote,
                field: noteField,
                onLeave: () => panel.current?.focus(),
              }
        }
        actions={[
          {
            label: many > 0 ? fill(text.acceptMany, { count: many }) : text.accept,
            shortcut: 'a',
            style: '',
            disabled: many === 0 && (!data || data.candidates.length === 0),
            run: () => accept(0),
          },
          { label: text.correct, shortcut: 'c', disabled: !data || many > 0, run: actions.correct },
          {
            label: many > 0 ? fill(text.rejectMany, { count: many }) : text.reject,
            shortcut: 'r',
            disabled: !data && many === 0,
            run: actions.reject,
          },
          {
            label: many > 0 ? fill(text.skipMany, { count: many }) : text.skip,
            shortcut: 's',
            disabled: !data && many === 0,
            run: actions.skip,
          },
          {
            label: text.undo,
            shortcut: 'u',
            disabled: reviewState.decided === 0 && reviewState.pending.unsent === 0,
            run: actions.undo,
          },
          { label: text.shortcuts, shortcut: '?', style: 'plain', run: showHelp },
        ]}
      />
      {finding && (
        <FindBuilding
          find={reviewApi.find}
          label={text.findLabel}
          onClose={() => setFinding(false)}
          onChoose={(target) => {
            setFinding(false)
            decide({ verdict: 'correct', project_id: target.project_id, building_id: target.building_id })
          }}
        />
      )}
      {help}
    </div>
  )
}
