// One listing: its link with evidence, the account's decision, its fields and history.
import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { fill } from '../../../parts/choose-language.ts'
import './listing.css'
import type { Listing } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { text as evidenceText, formatConfidence, reasonSentence } from '../../../evidence/evidence-text.ts'
import { formatDate, formatDateTime } from '../../../parts/format.ts'
import { Loading, Problem } from '../../../parts/notice.tsx'
import { AccountConfirm } from '../parts/account-confirm.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { requiredPlans } from '../parts/plan-required.tsx'
import { useAccountLoad } from '../parts/use-account.ts'
import { Candidates, Evidence } from './candidates.tsx'
import { Decision } from './decision.tsx'
import { LinkHistory } from './link-history.tsx'
import { LinkBadges } from './listing-table.tsx'
import { candidatesOf, decisionFor, explainListing, linkTitle } from './listings-api.ts'
import { ListingsSection } from './section.tsx'
import { text } from './text.ts'

const words = text.listing

function LinkSummary({ listing: { link, unit } }: { listing: Listing }) {
  const several = link.outcome === 'ambiguous' ? candidatesOf(link).length : 1
  const match = several > 1 ? null : link.match
  const details = match && [match.canonical_mls_address, (match.unit ?? unit) && `${text.unit} ${match.unit ?? unit}`]
  return (
    <div class="link-summary">
      <div>
        <p class="name">{linkTitle(link) ?? words.noBuilding}</p>
        {details && <p>{details.filter(Boolean).join(' · ')}</p>}
        {match?.match_level === 'project' && <p class="quiet">{words.projectOnly}</p>}
        {several > 1 && <p>{fill(words.severalMatch, { count: several })}</p>}
        {!match && link.reason && <p>{reasonSentence(link.reason, link.reason_detail)}</p>}
        <p>{evidenceText.actions[link.recommended_action]}</p>
        {match && <a href={`/explore/${match.project_id}`}>{words.viewProject}</a>}
      </div>
      {match && (
        <p class="confidence">
          <strong>{formatConfidence(match.match_confidence)}</strong> <span class="quiet">{text.confidence}</span>
        </p>
      )}
    </div>
  )
}

function LinkCard({ listing, onChanged }: { listing: Listing; onChanged: () => void }) {
  const links = candidatesOf(listing.link)
  const [selected, setSelected] = useState(0)
  const index = Math.min(selected, links.length - 1)
  const candidate = links[index]
  const isDecided = listing.decision !== null && index === 0
  return (
    <section class="card stack">
      <h2>{words.link}</h2>
      <LinkSummary listing={listing} />
      <Decision
        listing={listing}
        confirm={candidate && !isDecided ? decisionFor(listing, candidate) : undefined}
        onChanged={onChanged}
      />
      {links.length > 1 && <Candidates links={links} selected={index} onSelect={setSelected} />}
      {candidate ? <Evidence link={candidate} /> : <p class="quiet">{words.noEvidence}</p>}
    </section>
  )
}

function Details({ listing }: { listing: Listing }) {
  const { link, attributes } = listing
  const hints = Object.keys(words.hints) as (keyof typeof words.hints)[]
  return (
    <section class="card">
      <h2>{words.details}</h2>
      <dl>
        <dt>{text.key}</dt>
        <dd>
          <code>{listing.key}</code>
        </dd>
        {hints
          .filter((hint) => listing[hint] !== null)
          .map((hint) => [<dt key={hint}>{words.hints[hint]}</dt>, <dd key={`${hint} value`}>{listing[hint]}</dd>])}
        <dt>{words.created}</dt>
        <dd>{formatDateTime(listing.created_at)}</dd>
        <dt>{text.updated}</dt>
        <dd>{formatDateTime(listing.updated_at)}</dd>
        <dt>{words.linked}</dt>
        <dd>{formatDateTime(link.linked_at)}</dd>
        <dt>{words.version}</dt>
        <dd>
          {link.dataset_version} · {link.model_version}
        </dd>
      </dl>
      {attributes && (
        <details class="after">
          <summary>{words.attributes}</summary>
          <pre tabIndex={0}>{JSON.stringify(attributes, null, 2)}</pre>
        </details>
      )}
    </section>
  )
}

function DeleteListing({ listing: { key, feed } }: { listing: Listing }) {
  const { route } = useLocation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="second" onClick={() => setOpen(true)}>
        {words.delete}
      </button>
      {isOpen && (
        <AccountConfirm
          title={words.deleteTitle}
          submit={words.delete}
          danger
          run={() => plinth.listings.remove(key)}
          onDone={() => route('/account/listings')}
          onClose={() => setOpen(false)}
        >
          <p>{words.deleteLead}</p>
          {feed?.startsWith('feed_') && <p>{words.deleteFeedNote}</p>}
        </AccountConfirm>
      )}
    </>
  )
}

export function OneListing({ id: key }: AccountPageProps) {
  const [version, setVersion] = useState(0)
  const loaded = useAccountLoad(`listing ${key} ${version}`, (signal) => explainListing(key, signal))
  // Keep the page while a reload is in progress or fails.
  const known = useRef<Listing>(undefined)
  known.current = loaded.data ?? known.current
  const listing = known.current
  return (
    <ListingsSection error={loaded.error}>
      {loaded.error && requiredPlans(loaded.error) === null && <Problem error={loaded.error} retry={loaded.reload} />}
      {!listing && !loaded.error && <Loading lines={8} />}
      {listing && (
        <>
          <p>
            <a href="/account/listings">← {words.back}</a>
          </p>
          <div class="row listing-head">
            <h2>{listing.address}</h2>
            <LinkBadges listing={listing} />
          </div>
          {listing.gone_at && <p class="notice warn">{fill(words.gone, { at: formatDate(listing.gone_at) })}</p>}
          <div class="listing-parts">
            <LinkCard listing={listing} onChanged={() => setVersion(version + 1)} />
            <div>
              <Details listing={listing} />
              <LinkHistory listingKey={key} version={version} />
              <IfMay scope="listings:write">
                <p class="after">
                  <DeleteListing listing={listing} />
                </p>
              </IfMay>
            </div>
          </div>
        </>
      )}
    </ListingsSection>
  )
}
