// The top of the project page: address, status, description and key facts.
import type { Project } from '../../../src/http/api-types.ts'
import { COLON, fill, inPageLanguage, labelled, PAGE_LANGUAGE } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatNumber, NO_VALUE } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import { formatFuzzyDate, formatNumberRange, formatPriceRange, safeUrl } from './format-facts.ts'
import { altOf } from './media-alt.ts'
import { text } from './text.ts'

export function Head({ project }: { project: Project }) {
  const { address, status, sales_status, construction_status, developer, aliases, cover_media } = project
  const { description, description_fr } = project
  const cover = cover_media?.variants?.medium
  return (
    <section class={cover ? 'beside below' : 'below'} style={{ '--right': '26rem' }}>
      <div>
        <p class="lead">{address}</p>
        <p class="row">
          <Badge tone={statusTone(status)}>{wordFor('status', status)}</Badge>
          <InventedBadge of={project} />
          <span class="quiet">
            {text.sales}
            {COLON}
            {wordFor('status', sales_status)} · {text.construction}
            {COLON}
            {wordFor('status', construction_status)}
          </span>
        </p>
        {developer && <p>{fill(text.byDeveloper, { name: developer })}</p>}
        {description && (
          <p class="anywhere description">
            {description_fr ? inPageLanguage({ en: description, fr: description_fr }) : description}
            {!description_fr && PAGE_LANGUAGE === 'fr' && <span class="quiet"> {text.inEnglish}</span>}
          </p>
        )}
        {aliases.length > 0 && <p class="quiet">{labelled(text.formerly, aliases.join(', '))}</p>}
      </div>
      {cover && cover_media && (
        <img class="panel cover" src={cover.url} width={cover.width} height={cover.height} alt={altOf(cover_media)} />
      )}
    </section>
  )
}

function formatBedrooms({ bedrooms_min, bedrooms_max }: Project): string {
  if (bedrooms_min === 0 && bedrooms_max === 0) return text.studio
  if (bedrooms_min === 0) return fill(text.range, { low: text.studio, high: formatNumber(bedrooms_max) })
  return formatNumberRange(bedrooms_min, bedrooms_max)
}

/** `Expected 2028` for what is not built yet. */
function formatYearBuilt({ year_built, construction_status }: Project): string {
  if (year_built === null) return NO_VALUE
  const isBuilt =
    construction_status === 'completed' ||
    (construction_status === 'unknown' && year_built <= new Date().getUTCFullYear())
  return isBuilt ? String(year_built) : fill(text.expected, { year: String(year_built) })
}

export function Facts({ project }: { project: Project }) {
  const { psf_from, psf_to, size_min_sqft, size_max_sqft, condo_corp, website_url } = project
  const website = safeUrl(website_url)
  const sizes = formatNumberRange(size_min_sqft, size_max_sqft)
  const facts: readonly (readonly [string, string])[] = [
    [text.priceRange, formatPriceRange(project.price_from, project.price_to)],
    [text.psf, formatPriceRange(psf_from, psf_to)],
    [text.homes, formatNumber(project.units_total)],
    [text.storeys, formatNumber(project.storeys)],
    [text.bedrooms, formatBedrooms(project)],
    [text.sizes, sizes === NO_VALUE ? NO_VALUE : fill(text.sqft, { size: sizes })],
    [text.planning, project.planning ? Object.values(project.planning).slice(1).filter(Boolean).join(' · ') : NO_VALUE],
    [text.launch, formatFuzzyDate(project.launch_date)],
    [text.occupancy, formatFuzzyDate(project.occupancy_date)],
    [text.completion, formatFuzzyDate(project.completion_date)],
    [text.built, formatYearBuilt(project)],
    [text.type, wordFor('buildingType', project.building_type)],
    [text.tenure, wordFor('tenure', project.tenure)],
    [text.neighbourhood, project.neighbourhood_name ?? NO_VALUE],
    [text.postalCode, project.postal_code ?? NO_VALUE],
    [text.condoCorp, condo_corp === null ? NO_VALUE : `${condo_corp.registry} ${condo_corp.number}`],
  ]
  return (
    <dl class="facts card">
      {facts.map(
        ([name, value]) =>
          value !== NO_VALUE && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {website && (
        <div>
          <dt>{text.website}</dt>
          <dd>
            <a href={website} rel="noreferrer nofollow">
              {new URL(website).hostname}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}
