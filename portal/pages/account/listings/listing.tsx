// One listing: its link with evidence, the account's decision, its fields and history.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Listing } from '../../../../src/http/api-types.ts'
import { IfMay } from '../../../api/may.tsx'
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { text as evidenceText, formatConfidence, reasonSentence } from '../../../evidence/evidence-text.ts'
import { MatchLinks } from '../../../evidence/match-links.tsx'
import { fill } from '../../../language/choose-language.ts'
import { formatDate, formatDateTime } from '../../../language/format.ts'
import { ConfirmButton } from '../../../parts/confirm-dialog.tsx'
import { BackLink, WhenLoaded } from '../../../parts/notice.tsx'
import type { Detail } from '../../../parts/records.tsx'
import { Details } from '../../../parts/records.tsx'
import type { AccountPageProps } from '../parts/account-page-props.ts'
import { Candidates, Evidence } from './candidates.tsx'
import { Decision } from './decision.tsx'
import { LinkHistory } from './link-history.tsx'
import { LinkBadges } from './listing-table.tsx'
import { candidatesOf, decisionFor, explainListing, linkTitle } from './listings-api.ts'
import { ListingsSection } from './section.tsx'
import { text } from './text.ts'

const words = text.listing

function LinkSummary({ listing: { link, unit, home_id: home } }: { listing: Listing }) {
  const several = link.outcome === 'ambiguous' ? candidatesOf(link).length : 1
  const match = several > 1 ? null : link.match
  const details = match && [match.canonical_mls_address, (match.unit ?? unit) && `${text.unit} ${match.unit ?? unit}`]
  return (
    <div class="row between flush">
      <div>
        <p class="big">{linkTitle(link) ?? words.noBuilding}</p>
        {details && <p>{details.filter(Boolean).join(' · ')}</p>}
        {match?.match_level === 'project' && <p class="quiet">{words.projectOnly}</p>}
        {several > 1 && <p>{fill(words.severalMatch, { count: several })}</p>}
        {!match && link.reason && <p>{reasonSentence(link.reason, link.reason_detail)}</p>}
        <p>{evidenceText.actions[link.recommended_action]}</p>
        <p class="row">
          {match && <MatchLinks of={match} />}
          {home && <a href={`/account/homes/${encodeURIComponent(home)}`}>{words.viewHome}</a>}
        </p>
      </div>
      {match && (
        <p>
          <strong class="big">{formatConfidence(match.match_confidence)}</strong>{' '}
          <span class="quiet">{text.confidence}</span>
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

function ListingDetails({ listing }: { listing: Listing }) {
  const { link, attributes } = listing
  const hints = Object.keys(words.hints) as (keyof typeof words.hints)[]
  return (
    <section class="card">
      <h2>{words.details}</h2>
      <Details
        rows={[
          [text.key, <code>{listing.key}</code>],
          ...hints.map((hint): Detail => listing[hint] !== null && [words.hints[hint], listing[hint]]),
          [words.created, formatDateTime(listing.created_at)],
          [text.updated, formatDateTime(listing.updated_at)],
          [words.linked, formatDateTime(link.linked_at)],
          [words.version, `${link.dataset_version} · ${link.model_version}`],
        ]}
      />
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
  return (
    <ConfirmButton
      label={words.delete}
      look="second"
      title={words.deleteTitle}
      submit={words.delete}
      danger
      run={() => plinth.listings.remove(key)}
      onDone={() => route('/account/listings')}
    >
      <p>{words.deleteLead}</p>
      {feed?.startsWith('feed_') && <p>{words.deleteFeedNote}</p>}
    </ConfirmButton>
  )
}

export function OneListing({ id: key }: AccountPageProps) {
  const [version, setVersion] = useState(0)
  const loaded = useLoad(`listing ${key} ${version}`, (signal) => explainListing(key, signal))
  return (
    <ListingsSection error={loaded.error}>
      <WhenLoaded result={loaded} lines={8} keep>
        {(listing) => (
          <>
            <BackLink href="/account/listings" label={words.back} />
            <div class="row">
              <h2>{listing.address}</h2>
              <LinkBadges listing={listing} />
            </div>
            {listing.gone_at && <p class="notice warn">{fill(words.gone, { at: formatDate(listing.gone_at) })}</p>}
            <div class="beside after" style={{ '--left': '3fr', '--right': '2fr' }}>
              <LinkCard listing={listing} onChanged={() => setVersion(version + 1)} />
              <div>
                <ListingDetails listing={listing} />
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
      </WhenLoaded>
    </ListingsSection>
  )
}
