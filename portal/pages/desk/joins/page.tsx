// Same building? Rows of two sources, decided one after the other.
import { useEffect, useRef, useState } from 'preact/hooks'
import './page.css'
import type { JoinCase } from '../../../../src/contract/api-types.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { FilterBar, useFilters } from '../../../parts/filter-bar.tsx'
import { formatNumber } from '../../../parts/format.ts'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import { areShortcutsOn, ShortcutsDialog, storeShortcutsOn, useShortcuts } from '../../../review/shortcuts.tsx'
import type { DeskPath } from '../parts/desk-path.ts'
import { JoinView } from './join-view.tsx'
import { text } from './text.ts'
import type { JoinState } from './use-joins.ts'
import { labelOf, useJoins } from './use-joins.ts'

const STATES: readonly JoinState[] = ['open', 'joined', 'apart']

export function Joins({ id }: DeskPath) {
  const [values, setValues] = useFilters()
  const state = STATES.find((each) => each === values.state) ?? 'open'
  return (
    <Queue key={`${state} ${values.source}`} id={id} state={state} source={values.source ?? ''} onFilter={setValues} />
  )
}

interface QueueProps {
  readonly id: string | undefined
  readonly state: JoinState
  readonly source: string
  readonly onFilter: (values: Readonly<Record<string, string>>) => void
}

function Queue({ id, state, source, onFilter }: QueueProps) {
  const joins = useJoins(state, source, id)
  const { pages, waiting, current, failed } = joins
  const [note, setNote] = useState('')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [help, setHelp] = useState(false)
  const [shortcutsOn, setShortcutsOn] = useState(areShortcutsOn())
  useEffect(() => setNote(''), [current?.id])
  const decide = (decision: 'join' | 'apart') => {
    const reason = note.trim()
    joins.decide({ decision, ...(reason === '' ? {} : { reason }) })
  }
  const keys: Readonly<Record<string, () => void>> = {
    j: () => joins.step(1),
    ArrowDown: () => joins.step(1),
    k: () => joins.step(-1),
    ArrowUp: () => joins.step(-1),
    a: () => decide('join'),
    r: () => decide('apart'),
    u: () => void joins.undo(),
    n: () => noteField.current?.focus(),
    '?': () => setHelp(true),
  }
  useShortcuts((key) => (Object.hasOwn(keys, key) ? keys[key] : undefined), shortcutsOn && !help)
  const isOpen = state === 'open'
  const isLoading = pages.first === undefined && !pages.error
  const isEmpty = !isLoading && !pages.loading && !pages.error && waiting.length === 0
  const empty = isOpen && joins.decidedCount > 0 ? text.done : source ? text.noneOfSource : text.none[state]
  return (
    <div class="joins">
      <p class="lead">{text.lead}</p>
      <Filters state={state} source={source} counts={pages.first?.meta.by_source ?? {}} onChange={onFilter} />
      {pages.error && <Problem error={pages.error} retry={pages.reload} />}
      {failed && (
        <>
          <p class="notice warn">{text.notApplied(labelOf(failed.join))}</p>
          <Problem error={failed.error} />
        </>
      )}
      <p class="row join-tally" role="status">
        <strong>
          {pages.first && text.waiting(formatNumber(Math.max(0, pages.first.meta.total - joins.decidedCount)))}
        </strong>
        <span>{joins.message}</span>
        {joins.saving > 0 && <span>{text.saving(formatNumber(joins.saving))}</span>}
      </p>
      {isLoading && <Loading lines={8} />}
      {isEmpty && <Empty>{empty}</Empty>}
      <div class="join-page">
        {current && (
          <section class="card" aria-label={text.openCase} ref={panel} tabIndex={-1}>
            <JoinView join={current} />
            {isOpen && (
              <>
                <label for="join-note">{text.note}</label>
                <textarea
                  id="join-note"
                  ref={noteField}
                  rows={1}
                  maxLength={2000}
                  value={note}
                  onInput={(event) => setNote(event.currentTarget.value)}
                  onKeyDown={(event) => event.key === 'Escape' && panel.current?.focus()}
                />
                <p class="quiet">{text.noteHint}</p>
              </>
            )}
          </section>
        )}
        {waiting.length > 0 && <CaseList joins={waiting} current={current?.id} onOpen={joins.open} />}
      </div>
      {(current || joins.decidedCount > 0) && (
        <div class="join-actions" role="toolbar" aria-label={text.actions}>
          {isOpen && (
            <>
              <ActionButton label={text.join} shortcut="a" style="" disabled={!current} run={() => decide('join')} />
              <ActionButton label={text.apart} shortcut="r" disabled={!current} run={() => decide('apart')} />
            </>
          )}
          <ActionButton label={text.skip} shortcut="j" disabled={waiting.length < 2} run={() => joins.step(1)} />
          <ActionButton
            label={text.undo}
            shortcut="u"
            disabled={isOpen ? joins.decidedCount === 0 : !current}
            run={() => void joins.undo()}
          />
          <ActionButton label={text.shortcuts} shortcut="?" style="plain" run={() => setHelp(true)} />
        </div>
      )}
      {help && (
        <ShortcutsDialog
          list={text.shortcutList}
          on={shortcutsOn}
          onClose={() => setHelp(false)}
          onSwitch={(on) => {
            storeShortcutsOn(on)
            setShortcutsOn(on)
          }}
        />
      )}
    </div>
  )
}

interface FiltersProps {
  readonly state: JoinState
  readonly source: string
  readonly counts: Readonly<Record<string, number>>
  readonly onChange: QueueProps['onFilter']
}

function Filters({ state, source, counts, onChange }: FiltersProps) {
  const sources = Object.entries(counts).map(([name, count]): [string, string] => [
    name,
    text.sourceCount(name, formatNumber(count)),
  ])
  const fields = [
    { name: 'state', label: text.state, choices: STATES.map((each) => [each, text.states[each]] as const) },
    { name: 'source', label: text.source, choices: [['', text.anySource] as const, ...sources] },
  ]
  return (
    <FilterBar
      key={JSON.stringify(counts)}
      label={text.filters}
      fields={fields}
      values={{ state, source }}
      onChange={onChange}
    />
  )
}

interface ActionButtonProps {
  readonly label: string
  readonly shortcut: string
  readonly style?: string
  readonly disabled?: boolean
  readonly run: () => void
}

function ActionButton({ label, shortcut, style = 'second', disabled = false, run }: ActionButtonProps) {
  return (
    <button type="button" class={style} disabled={disabled} aria-keyshortcuts={shortcut} onClick={run}>
      {label} <kbd>{shortcut}</kbd>
    </button>
  )
}

interface CaseListProps {
  readonly joins: readonly JoinCase[]
  readonly current: string | undefined
  readonly onOpen: (id: string) => void
}

function CaseList({ joins, current, onOpen }: CaseListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  return (
    <ol class="join-queue" aria-label={text.queue} ref={list}>
      {joins.map((join) => (
        <li key={join.id}>
          <button type="button" aria-current={join.id === current ? 'true' : undefined} onClick={() => onOpen(join.id)}>
            <span class="address">{labelOf(join)}</span>
            <span class="details">
              <span>{join.row.source}</span>
              <span>{formatConfidence(join.match_confidence)}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
