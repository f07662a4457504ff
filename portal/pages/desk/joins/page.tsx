// Same building? Rows of two sources, decided one after the other.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fill } from '../../../language/choose-language.ts'
import './page.css'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { formatNumber } from '../../../language/format.ts'
import { FilterBar, useFilters } from '../../../parts/filter-bar.tsx'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import { ActionBar } from '../../../review/action-bar.tsx'
import { Queue } from '../../../review/queue.tsx'
import { useShortcutsWithHelp } from '../../../review/shortcuts.tsx'
import { useSelection } from '../../../review/use-selection.ts'
import type { DeskPath } from '../parts/desk-path.ts'
import { AutomaticJoins } from './automatic-joins.tsx'
import { JoinView } from './join-view.tsx'
import { text } from './text.ts'
import type { JoinState } from './use-joins.ts'
import { labelOf, useJoins } from './use-joins.ts'

const STATES: readonly JoinState[] = ['open', 'joined', 'apart']
const STATE_FIELD = { name: 'state', label: text.state, choices: Object.entries(text.states) }

export function Joins({ id }: DeskPath) {
  const [values, setValues] = useFilters()
  if (values.state === 'automatic') return <AutomaticJoins values={values} states={STATE_FIELD} onFilter={setValues} />
  const state = STATES.find((each) => each === values.state) ?? 'open'
  return (
    <JoinQueue
      key={`${state} ${values.source}`}
      id={id}
      state={state}
      source={values.source ?? ''}
      onFilter={setValues}
    />
  )
}

interface JoinQueueProps {
  readonly id: string | undefined
  readonly state: JoinState
  readonly source: string
  readonly onFilter: (values: Readonly<Record<string, string>>) => void
}

function JoinQueue({ id, state, source, onFilter }: JoinQueueProps) {
  const joins = useJoins(state, source, id)
  const { pages, waiting, current, failed } = joins
  const selection = useSelection(waiting.map((join) => join.id))
  const many = selection.ids.size
  const [note, setNote] = useState('')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  // Before the next key is pressed: an effect after painting would delete what it wrote.
  useLayoutEffect(() => setNote(''), [current?.id])
  const decide = (decision: 'join' | 'apart') => {
    const reason = note.trim()
    const chosen = waiting.filter((join) => selection.ids.has(join.id))
    joins.decide({ decision, ...(reason === '' ? {} : { reason }) }, many > 0 ? chosen : undefined)
    selection.clear()
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
    x: () => current && selection.toggle(current.id, false),
    X: () => current && selection.toggle(current.id, true),
    '*': selection.toggleAll,
  }
  const actionFor = (key: string) => (Object.hasOwn(keys, key) ? keys[key] : undefined)
  const { help, showHelp } = useShortcutsWithHelp(actionFor, text.shortcutList, false)
  const isOpen = state === 'open'
  const isLoading = pages.first === undefined && !pages.error
  const isEmpty = !isLoading && !pages.loading && !pages.error && waiting.length === 0
  const empty = isOpen && joins.decidedCount > 0 ? text.done : source ? text.noneOfSource : text.none[state]
  return (
    <div class="joins">
      <p class="lead">{text.lead}</p>
      <Filters state={state} source={source} counts={joins.first?.meta.by_source ?? {}} onChange={onFilter} />
      {pages.error && <Problem error={pages.error} retry={pages.reload} />}
      {failed.map(({ item, error }) => (
        <div key={item.id}>
          <p class="notice warn">{fill(text.notApplied, { address: labelOf(item) })}</p>
          <Problem error={error} />
        </div>
      ))}
      <p class="row soft tally" role="status">
        <strong>
          {joins.first && fill(text.waiting, { count: Math.max(0, joins.first.meta.total - joins.decidedCount) })}
        </strong>
        <span>{joins.message}</span>
        {joins.saving > 0 && <span>{fill(text.saving, { count: formatNumber(joins.saving) })}</span>}
      </p>
      {isLoading && <Loading lines={8} />}
      {isEmpty && <Empty>{empty}</Empty>}
      <div class="beside" style={{ '--right': '17rem', '--gap': 'var(--s4)' }}>
        {current && (
          <section class="card" aria-label={text.openCase} ref={panel} tabIndex={-1}>
            <JoinView join={current} />
          </section>
        )}
        {waiting.length > 0 && (
          <div>
            <Queue
              label={text.queue}
              items={waiting.map((join) => ({
                id: join.id,
                address: labelOf(join),
                details: (
                  <>
                    <span>{join.row.source}</span>
                    <span>{formatConfidence(join.match_confidence)}</span>
                  </>
                ),
              }))}
              current={current?.id}
              onOpen={joins.open}
              {...(isOpen && { selection })}
            />
          </div>
        )}
      </div>
      {(current || joins.decidedCount > 0) && (
        <ActionBar
          label={text.actions}
          note={
            isOpen && current
              ? {
                  label: text.note,
                  hint: text.noteHint,
                  value: note,
                  onChange: setNote,
                  field: noteField,
                  onLeave: () => panel.current?.focus(),
                }
              : undefined
          }
          actions={[
            ...(isOpen
              ? [
                  {
                    label: many > 0 ? fill(text.joinMany, { count: many }) : text.join,
                    shortcut: 'a',
                    style: '',
                    disabled: !current,
                    run: () => decide('join'),
                  },
                  {
                    label: many > 0 ? fill(text.apartMany, { count: many }) : text.apart,
                    shortcut: 'r',
                    disabled: !current,
                    run: () => decide('apart'),
                  },
                ]
              : []),
            { label: text.skip, shortcut: 'j', disabled: waiting.length < 2, run: () => joins.step(1) },
            {
              label: text.undo,
              shortcut: 'u',
              disabled: isOpen ? joins.decidedCount === 0 : !current,
              run: () => void joins.undo(),
            },
            { label: text.shortcuts, shortcut: '?', style: 'plain', run: showHelp },
          ]}
        />
      )}
      {help}
    </div>
  )
}

interface FiltersProps {
  readonly state: JoinState
  readonly source: string
  readonly counts: Readonly<Record<string, number>>
  readonly onChange: JoinQueueProps['onFilter']
}

function Filters({ state, source, counts, onChange }: FiltersProps) {
  const sources = Object.entries(counts).map(([name, count]): [string, string] => [
    name,
    fill(text.sourceCount, { source: name, count: formatNumber(count) }),
  ])
  const fields = [
    STATE_FIELD,
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
