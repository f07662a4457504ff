// Needs review: the account's uncertain links, decided one after the other.

import { useEffect, useRef, useState } from 'preact/hooks'
import { COLON } from '../../../parts/choose-language.ts'
import './review.css'
import type { Listing } from '../../../../src/contract/api-types.ts'
import { formatConfidence } from '../../../evidence/evidence-text.ts'
import { OutcomeBadge } from '../../../evidence/outcome-badge.tsx'
import { formatNumber } from '../../../parts/format.ts'
import { Empty, Loading, Problem } from '../../../parts/notice.tsx'
import { FindBuilding } from '../../../review/find-building.tsx'
import { areShortcutsOn, ShortcutsDialog, storeShortcutsOn, useShortcuts } from '../../../review/shortcuts.tsx'
import { requiredPlans } from '../parts/plan-required.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { Candidates, Evidence } from './candidates.tsx'
import { candidatesOf, correctionTo, decisionFor, explainListing, findProjects, listingHref } from './listings-api.ts'
import { ListingsSection } from './section.tsx'
import { text } from './text.ts'
import { useReview } from './use-review.ts'

const words = text.reviewPage
const HINTS = ['city', 'province', 'postal_code', 'building_name', 'unit'] as const

interface QueueProps {
  readonly listings: readonly Listing[]
  readonly current: string | undefined
  readonly onOpen: (key: string) => void
}

function Queue({ listings, current, onOpen }: QueueProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  return (
    <ol class="review-queue" aria-label={words.queue} ref={list}>
      {listings.map(({ key, address, link }) => (
        <li key={key}>
          <button type="button" aria-current={key === current ? 'true' : undefined} onClick={() => onOpen(key)}>
            <span class="address">{address}</span>
            <span class="details">
              <OutcomeBadge outcome={link.outcome} />
              {link.match && <span>{formatConfidence(link.match.match_confidence)}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

interface OpenListingProps {
  readonly listing: Listing
  readonly onConfirm: (index: number) => void
}

/** The list has the candidates; their evidence follows. */
function OpenListing({ listing, onConfirm }: OpenListingProps) {
  const [selected, setSelected] = useState(0)
  const explained = useAccountLoad(`listing ${listing.key}`, (signal) => explainListing(listing.key, signal))
  const links = candidatesOf(listing.link)
  const chosen = links[selected]
  const isSame = (each: typeof chosen) =>
    each?.project_id === chosen?.project_id && each?.building_id === chosen?.building_id
  const withEvidence = explained.data?.key === listing.key ? candidatesOf(explained.data.link).find(isSame) : undefined
  const hints = HINTS.map((hint) => listing[hint]).filter(Boolean)
  return (
    <>
      <h2>{listing.address}</h2>
      <p class="quiet facts">
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
        mark={(index) => index < 9 && <kbd>{index + 1}</kbd>}
      />
      {selected > 0 && (
        <p>
          <button type="button" onClick={() => onConfirm(selected)}>
            {words.confirmThis(selected + 1)}
          </button>
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
  const [open, setOpen] = useState<'find' | 'shortcuts' | null>(null)
  const [shortcutsOn, setShortcutsOn] = useState(areShortcutsOn())
  const confirm = (index: number) => {
    const candidate = current && candidatesOf(current.link)[index]
    if (candidate) review.decide(decisionFor(current, candidate))
  }
  const find = () => current && setOpen('find')
  const reject = () => review.decide({ verdict: 'reject' })
  const keys: Readonly<Record<string, () => void>> = {
    j: () => review.step(1),
    ArrowDown: () => review.step(1),
    k: () => review.step(-1),
    ArrowUp: () => review.step(-1),
    a: () => confirm(0),
    Enter: () => confirm(0),
    c: find,
    r: reject,
    u: () => void review.undo(),
    '?': () => setOpen('shortcuts'),
  }
  const actionFor = (key: string) =>
    /^[1-9]$/.test(key) ? () => confirm(Number(key) - 1) : Object.hasOwn(keys, key) ? keys[key] : undefined
  useShortcuts(actionFor, shortcutsOn && open === null)
  const button = (label: string, key: string, run: () => void, style = 'second', disabled = !current) => (
    <button type="button" class={style} disabled={disabled} aria-keyshortcuts={key} onClick={run}>
      {label} <kbd>{key}</kbd>
    </button>
  )
  const isLoading = pages.first === undefined && !pages.error
  const isEmpty = !isLoading && !pages.loading && !pages.error && waiting.length === 0
  return (
    <ListingsSection error={pages.error}>
      <p class="lead">{words.lead}</p>
      {pages.error && requiredPlans(pages.error) === null && <Problem error={pages.error} retry={pages.reload} />}
      {review.error && <Problem error={review.error} />}
      <p class="row tally" role="status">
        <strong>{pages.first && words.waiting(formatNumber(waiting.length), pages.hasMore)}</strong>
        <span>{review.message}</span>
      </p>
      {isLoading && <Loading lines={6} />}
      {isEmpty && <Empty>{review.decidedCount > 0 ? words.done : words.empty}</Empty>}
      <div class="review-parts">
        {current && (
          <section class="card" aria-label={words.listing}>
            <OpenListing key={current.key} listing={current} onConfirm={confirm} />
          </section>
        )}
        {waiting.length > 0 && <Queue listings={waiting} current={current?.key} onOpen={review.open} />}
      </div>
      {(current || review.decidedCount > 0) && (
        <div class="review-actions" role="toolbar" aria-label={words.actions}>
          {button(words.confirm, 'a', () => confirm(0), '', !current || candidatesOf(current.link).length === 0)}
          {button(text.decision.correct, 'c', () => void find())}
          {button(text.decision.reject, 'r', reject)}
          {button(words.skip, 'j', () => review.step(1), 'second', waiting.length < 2)}
          {button(words.undo, 'u', () => void review.undo(), 'second', review.decidedCount === 0)}
          {button(words.shortcuts, '?', () => setOpen('shortcuts'), 'plain', false)}
        </div>
      )}
      {open === 'find' && (
        <FindBuilding
          find={findProjects}
          label={text.decision.find}
          onClose={() => setOpen(null)}
          onChoose={(target) => {
            setOpen(null)
            review.decide(correctionTo(target))
          }}
        />
      )}
      {open === 'shortcuts' && (
        <ShortcutsDialog
          list={words.shortcutList}
          on={shortcutsOn}
          onClose={() => setOpen(null)}
          onSwitch={(on) => {
            storeShortcutsOn(on)
            setShortcutsOn(on)
          }}
        />
      )}
    </ListingsSection>
  )
}
