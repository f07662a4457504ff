// Needs review: the account's uncertain links, decided one after the other.

import { useState } from 'preact/hooks'
import type { Listing } from '../../../../src/http/api-types.ts'
import { useMay } from '../../../api/may.tsx'
import { requiredPlans } from '../../../api/plans.ts'
import { useLoad } from '../../../api/use-load.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { OutcomeBadge } from '../../../evidence/outcome-badge.tsx'
import { COLON, fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import { ActionBar } from '../../../review/action-bar.tsx'
import { FindBuilding } from '../../../review/find-building.tsx'
import { Queue } from '../../../review/queue.tsx'
import { useShortcutsWithHelp } from '../../../review/shortcuts.tsx'
import { Candidates, Evidence } from './candidates.tsx'
import { candidatesOf, correctionTo, decisionFor, explainListing, findProjects, listingHref } from './listings-api.ts'
import { ListingsSection } from './section.tsx'
import { text } from './text.ts'
import { useReview } from './use-review.ts'

const words = text.reviewPage
const HINTS = ['city', 'province', 'postal_code', 'building_name', 'unit'] as const

interface OpenListingProps {
  readonly listing: Listing
  /** Undefined if the user may not decide. */
  readonly onConfirm: ((index: number) => void) | undefined
}

/** The list has the candidates; their evidence follows. */
function OpenListing({ listing, onConfirm }: OpenListingProps) {
  const [selected, setSelected] = useState(0)
  const explained = useLoad(`listing ${listing.key}`, (signal) => explainListing(listing.key, signal))
  const links = candidatesOf(listing.link)
  const chosen = links[selected]
  const isSame = (each: typeof chosen) =>
    each?.project_id === chosen?.project_id && each?.building_id === chosen?.building_id
  const withEvidence = explained.data?.key === listing.key ? candidatesOf(explained.data.link).find(isSame) : undefined
  const hints = HINTS.map((hint) => listing[hint]).filter(Boolean)
  return (
    <>
      <h2 class="anywhere">{listing.address}</h2>
      <p class="row quiet facts">
        <span>
          {text.key}
          {COLON}
          <a href={listingHref(listing.key)}>{listing.key}</a>
        </span>
        {hints.length > 0 && <span>{hints.join(', ')}</span>}
      </p>
      <Candidates
        links={links}
        selected={selected}
        onSelect={setSelected}
        mark={(index) => (onConfirm && index < 9 ? <kbd>{index + 1}</kbd> : <span />)}
      />
      {onConfirm && selected > 0 && (
        <p>
          <Button label={fill(words.confirmThis, { number: selected + 1 })} onClick={() => onConfirm(selected)} />
        </p>
      )}
      {explained.error ? (
        <Problem error={explained.error} retry={explained.reload} />
      ) : withEvidence ? (
        <Evidence link={withEvidence} />
      ) : (
        explained.loading && <Loading lines={4} />
      )}
    </>
  )
}

export function NeedsReview() {
  const review = useReview()
  const { pages, waiting, current } = review
  const [finding, setFinding] = useState(false)
  const mayDecide = useMay('listings:write')
  const confirm = (index: number) => {
    const candidate = current && candidatesOf(current.link)[index]
    if (candidate) review.decide(decisionFor(current, candidate))
  }
  const find = () => current && setFinding(true)
  const reject = () => review.decide({ verdict: 'reject' })
  const moves: Readonly<Record<string, () => void>> = {
    j: () => review.step(1),
    ArrowDown: () => review.step(1),
    k: () => review.step(-1),
    ArrowUp: () => review.step(-1),
  }
  const decisions: Readonly<Record<string, () => void>> = {
    a: () => confirm(0),
    Enter: () => confirm(0),
    c: find,
    r: reject,
    u: () => void review.undo(),
  }
  const actionFor = (key: string) => {
    if (Object.hasOwn(moves, key)) return moves[key]
    if (!mayDecide) return undefined
    if (/^[1-9]$/.test(key)) return () => confirm(Number(key) - 1)
    return Object.hasOwn(decisions, key) ? decisions[key] : undefined
  }
  const { help, showHelp } = useShortcutsWithHelp(actionFor, words.shortcutList, finding)
  const isLoading = pages.first === undefined && !pages.error
  const isEmpty = !isLoading && !pages.loading && !pages.error && waiting.length === 0
  return (
    <ListingsSection error={pages.error}>
      <p class="lead">{words.lead}</p>
      {pages.error && !requiredPlans(pages.error) && <Problem error={pages.error} retry={pages.reload} />}
      {review.failed.map(({ item, error }) => (
        <Problem key={item.key} error={error} />
      ))}
      <p class="row soft tally" role="status">
        <strong>
          {pages.first &&
            fill(pages.hasMore ? words.waitingOrMore : words.waiting, { count: formatNumber(waiting.length) })}
        </strong>
        <span>{review.message}</span>
      </p>
      {isLoading && <Loading lines={6} />}
      {isEmpty && <Empty>{review.decidedCount > 0 ? words.done : words.empty}</Empty>}
      <div class="beside" style={{ '--right': '19rem', '--gap': 'var(--s4)' }}>
        {current && (
          <section class="card" aria-label={words.listing}>
            <OpenListing key={current.key} listing={current} onConfirm={mayDecide ? confirm : undefined} />
          </section>
        )}
        {waiting.length > 0 && (
          <Queue
            label={words.queue}
            items={waiting.map(({ key, address, link }) => ({
              id: key,
              address,
              details: (
                <>
                  <OutcomeBadge outcome={link.outcome} />
                  {link.match && <span>{formatConfidence(link.match.match_confidence)}</span>}
                </>
              ),
            }))}
            current={current?.key}
            onOpen={review.open}
          />
        )}
      </div>
      {mayDecide && (current || review.decidedCount > 0) && (
        <ActionBar
          label={words.actions}
          actions={[
            {
              label: words.confirm,
              shortcut: 'a',
              style: '',
              disabled: !current || candidatesOf(current.link).length === 0,
              run: () => confirm(0),
            },
            { label: text.decision.correct, shortcut: 'c', disabled: !current, run: () => void find() },
            { label: text.decision.reject, shortcut: 'r', disabled: !current, run: reject },
            { label: words.skip, shortcut: 'j', disabled: waiting.length < 2, run: () => review.step(1) },
            {
              label: words.undo,
              shortcut: 'u',
              disabled: review.decidedCount === 0,
              run: () => void review.undo(),
            },
            { label: words.shortcuts, shortcut: '?', style: 'plain', run: showHelp },
          ]}
        />
      )}
      {finding && (
        <FindBuilding
          find={findProjects}
          label={text.decision.find}
          onClose={() => setFinding(false)}
          onChoose={(target) => {
            setFinding(false)
            review.decide(correctionTo(target))
          }}
        />
      )}
      {help}
    </ListingsSection>
  )
}
