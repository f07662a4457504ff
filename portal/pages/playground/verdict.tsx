// The verdict: the building, the confidence and what to do, or why there is no match.
import type { BuildingLink, BuildingLinkAnswer, BuildingLinkQuery } from '../../../src/http/api-types.ts'
import { text as evidenceText, formatConfidence, reasonLabel, reasonSentence } from '../../evidence/evidence-text.ts'
import { MatchLinks } from '../../evidence/match-links.tsx'
import { OUTCOME_TONES, OutcomeBadge } from '../../evidence/outcome-badge.tsx'
import { fill } from '../../language/choose-language.ts'
import { formatMetres } from '../../language/format.ts'
import type { Point } from '../../map/point-distance.ts'
import { distanceM } from '../../map/point-distance.ts'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { text } from './text.ts'

/** For a link by a point or a postal code alone. */
function NearestNote({ link, query }: { link: BuildingLink; query: BuildingLinkQuery }) {
  const from = typeof query.latitude === 'number' && typeof query.longitude === 'number'
  const to = link.latitude !== null && link.longitude !== null
  const metres = from && to ? distanceM(query as Point, link as Point) : null
  return (
    <p class="quiet">
      {metres !== null && fill(text.distance, { metres: formatMetres(metres) })} {text.notProof}
    </p>
  )
}

function Match({ link, query }: { link: BuildingLink; query: BuildingLinkQuery }) {
  const details = [link.canonical_mls_address, link.unit && fill(text.unit, { unit: link.unit })].filter(Boolean)
  return (
    <>
      <p class="big">
        {link.project_name}
        {link.building_name && <span>, {link.building_name}</span>} <InventedBadge of={link} />
      </p>
      <p>{details.join(' · ')}</p>
      {link.project_address !== link.canonical_mls_address && (
        <p class="quiet">{fill(text.projectAddress, { address: link.project_address })}</p>
      )}
      {link.unit_known === false && <p class="quiet">{text.unitNotListed}</p>}
      {link.match_level === 'project' && <p class="quiet">{text.projectOnly}</p>}
      {link.match_strategy === 'nearest' && <NearestNote link={link} query={query} />}
      <p class="row">
        <MatchLinks of={link} />
      </p>
    </>
  )
}

/** All candidates look the same: none of them is the answer. */
function SeveralMatches({ links }: { links: readonly BuildingLink[] }) {
  return (
    <>
      <ul class="grid fit equal" style={{ '--min': '14rem', '--gap': 'var(--s3)' }}>
        {links.map((link) => (
          <li key={`${link.project_id} ${link.building_id}`} class="tile">
            <p class="big">
              {link.project_name}
              {link.building_name && <span>, {link.building_name}</span>} <InventedBadge of={link} />
            </p>
            <p>{link.canonical_mls_address}</p>
            <p>
              <strong>{formatConfidence(link.match_confidence)}</strong> <span class="quiet">{text.confidence}</span>
            </p>
            <p class="row">
              <MatchLinks of={link} />
            </p>
          </li>
        ))}
      </ul>
      <p>{fill(text.severalMatches, { count: links.length })}</p>
    </>
  )
}

function NoMatch({ meta }: Pick<BuildingLinkAnswer, 'meta'>) {
  return (
    <>
      <p class="big">{meta.reason ? `${reasonLabel(meta.reason)}.` : text.noMatch}</p>
      <p>{reasonSentence(meta.reason, meta.reason_detail)}</p>
    </>
  )
}

function Outcome({ data, meta, query }: VerdictProps) {
  if (!data[0]) return <NoMatch meta={meta} />
  return meta.outcome === 'ambiguous' ? <SeveralMatches links={data} /> : <Match link={data[0]} query={query} />
}

type VerdictProps = BuildingLinkAnswer & { readonly query: BuildingLinkQuery }

export function Verdict({ data, meta, query }: VerdictProps) {
  const [first] = data
  const isAmbiguous = meta.outcome === 'ambiguous'
  return (
    <section class={`card row verdict ${OUTCOME_TONES[meta.outcome]}`} aria-label={text.verdict}>
      <div class="grow">
        <p class="row">
          <OutcomeBadge outcome={meta.outcome} />
          <strong>{evidenceText.actions[isAmbiguous ? 'choose' : meta.recommended_action]}</strong>
        </p>
        <Outcome data={data} meta={meta} query={query} />
      </div>
      {!isAmbiguous && (
        <p class="confidence">
          <span class="block big">{formatConfidence(first?.match_confidence ?? meta.none_probability)}</span>
          <small>{first ? text.confidence : text.none}</small>
        </p>
      )}
    </section>
  )
}
