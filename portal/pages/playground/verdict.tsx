// The decision in plain words: which building, how sure, what to do with it, or why there is none.
import type { BuildingLink, BuildingLinkAnswer } from '../../../src/contract/api-types.ts'
import { formatConfidence, reasonLabel, text as words } from '../../parts/evidence-text.ts'
import { OutcomeBadge } from '../../parts/outcome-badge.tsx'
import { text } from './text.ts'

function Found({ link }: { link: BuildingLink }) {
  const details = [link.canonical_mls_address, link.unit && text.unit(link.unit)].filter(Boolean)
  return (
    <>
      <p class="name">
        {link.project_name}
        {link.building_name && <span>, {link.building_name}</span>}
      </p>
      <p>{details.join(' · ')}</p>
      {link.match_level === 'project' && <p class="quiet">{text.towerOpen}</p>}
      <a href={`/explore/${link.project_id}`}>{text.project}</a>
    </>
  )
}

function Several({ links }: { links: readonly BuildingLink[] }) {
  return (
    <>
      <p class="name">{links.map(({ project_name }) => project_name).join(text.or)}</p>
      <p>{text.severalFound(links.length)}</p>
    </>
  )
}

function NotFound({ meta }: Pick<BuildingLinkAnswer, 'meta'>) {
  return (
    <>
      <p class="name">{meta.reason ? `${reasonLabel(meta.reason)}.` : text.nothingFound}</p>
      <p>{meta.reason_detail}</p>
    </>
  )
}

function Sentence({ data, meta }: BuildingLinkAnswer) {
  if (!data[0]) return <NotFound meta={meta} />
  return meta.outcome === 'ambiguous' ? <Several links={data} /> : <Found link={data[0]} />
}

export function Verdict({ data, meta }: BuildingLinkAnswer) {
  const [first] = data
  return (
    <section class={`card decision ${meta.outcome}`} aria-label={text.decision}>
      <div>
        <p class="row">
          <OutcomeBadge outcome={meta.outcome} />
          <strong>{words.actions[meta.recommended_action]}</strong>
        </p>
        <Sentence data={data} meta={meta} />
      </div>
      <p class="confidence">
        <span>{formatConfidence(first?.match_confidence ?? meta.none_probability)}</span>
        <small>{first ? text.confidence : text.none}</small>
      </p>
    </section>
  )
}
