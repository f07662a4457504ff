// A lookup result: the match or the reason for none, with its request and response.
import type { BuildingLink, BuildingLinkAnswer, Reading } from '../../../src/http/api-types.ts'
import { curlCommand } from '../../api/curl.ts'
import { inSandbox } from '../../api/sandbox-view.ts'
import { AddressPart } from '../../evidence/address-part.tsx'
import { reasonSentence, strategyLabel } from '../../evidence/evidence-text.ts'
import { segmentsOf } from '../../evidence/highlights.ts'
import { formatPercent } from '../../language/format.ts'
import type { Tone } from '../../parts/badge.tsx'
import { Badge } from '../../parts/badge.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { Details } from '../../parts/records.tsx'
import { text } from './text.ts'

const TONES: Readonly<Record<string, Tone>> = { accept: 'good', review: 'warn', reject: 'bad' }

/** Never rounds a probability up to 100%. */
const formatShare = (share: number) => (share > 0.999 && share < 1 ? `> ${formatPercent(0.999)}` : formatPercent(share))

/** The picture: what was typed, in the colours of its parts. */
function TypedAddress({ address, reading }: { address: string; reading: Reading }) {
  return (
    <figure class="typed-address">
      <p>
        {segmentsOf(address, reading).map(({ part, text: value }, i) =>
          part ? <AddressPart key={i} part={part} value={value} labelled /> : <span key={i}>{value}</span>,
        )}
      </p>
    </figure>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span class="bar good">
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  )
}

function Match({
  link,
  action,
  first,
  equal,
  isVisitor,
}: {
  link: BuildingLink
  action: 'accept' | 'review' | 'reject'
  first: boolean
  equal: boolean
  isVisitor: boolean
}) {
  const project = `/explore/${link.project_id}`
  return (
    <div class={first ? 'match' : equal ? 'match tile' : 'match sunken after'}>
      <h3>
        {isVisitor && !link.invented ? (
          link.project_name
        ) : (
          <a href={isVisitor ? inSandbox(project) : project}>{link.project_name}</a>
        )}{' '}
        {first && <Badge tone={TONES[action] ?? 'none'}>{text[action]}</Badge>} <InventedBadge of={link} />
      </h3>
      <Details
        rows={[
          [
            text.confidence,
            <span key="share" class="row">
              <Bar share={link.match_confidence} /> {formatShare(link.match_confidence)}
            </span>,
          ],
          [
            text.address,
            link.invented && link.building_id !== null ? (
              <a href={inSandbox(`/buildings/${link.building_id}`)}>{link.canonical_mls_address}</a>
            ) : (
              link.canonical_mls_address
            ),
          ],
          link.project_address !== link.canonical_mls_address && [text.projectAddress, link.project_address],
          link.unit && [text.unit, link.unit],
          first && [text.method, `${strategyLabel(link.match_strategy)} (${link.match_method})`],
          first && link.latitude !== null && [text.coordinates, `${link.latitude}, ${link.longitude}`],
        ]}
      />
      {first && link.match_level === 'project' && <p class="quiet">{text.projectOnly}</p>}
    </div>
  )
}

interface HomeResultProps {
  readonly address: string
  readonly answer: BuildingLinkAnswer
  readonly isVisitor: boolean
}

export function HomeResult({ address, answer, isVisitor }: HomeResultProps) {
  const { data, meta } = answer
  // Equal candidates are drawn the same: none of them is the answer.
  const isAmbiguous = meta.outcome === 'ambiguous'
  const query = String(new URLSearchParams({ address }))
  return (
    <div class="result beside">
      {meta.parsed && <TypedAddress address={address} reading={meta.parsed} />}
      <div>
        {data.length === 0 && (
          <div class="match">
            <h3>
              {text.noMatch} <Badge tone="bad">{text.reject}</Badge>
            </h3>
            <p>
              {reasonSentence(meta.reason, meta.reason_detail)} <code>{meta.reason}</code>
            </p>
            <p class="quiet">{text.noMatchLead}</p>
          </div>
        )}
        {data.length > 1 && (
          <p class="row">
            {isAmbiguous && <Badge tone="warn">{text.choose}</Badge>}
            <span class="quiet">{text.several}</span>
          </p>
        )}
        {data.map((link, i) => (
          <Match
            key={`${link.project_id} ${link.building_id}`}
            link={link}
            action={meta.recommended_action}
            first={i === 0 && !isAmbiguous}
            equal={isAmbiguous}
            isVisitor={isVisitor}
          />
        ))}
        <p class="after">
          <a href={isVisitor ? inSandbox('/playground', query) : `/playground#${query}`}>{text.why}</a>
        </p>
      </div>
      <div>
        <h4>{text.curl}</h4>
        <CodeBlock>{curlCommand({ address }, location.origin, isVisitor)}</CodeBlock>
        <h4>{text.json}</h4>
        <CodeBlock>{JSON.stringify(answer, null, 2)}</CodeBlock>
      </div>
    </div>
  )
}
