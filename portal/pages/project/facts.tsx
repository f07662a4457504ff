// The top of the project page: address, status, description and key facts.
import type { Project } from '../../../src/http/api-types.ts'
import { fill, inPageLanguage, labelled, PAGE_LANGUAGE } from '../../language/choose-language.ts'
import { knownWord, wordFor } from '../../language/enum-words.ts'
import { formatNumber, NO_VALUE } from '../../language/format.ts'
import { Badge } from '../../parts/badge.tsx'
import { InventedBadge } from '../../parts/invented-badge.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import {
  formatCondoCorp,
  formatFuzzyDate,
  formatNumberRange,
  formatPriceRange,
  formatYearBuilt,
  safeUrl,
} from './format-facts.ts'
import { KnownFacts } from './known-facts.tsx'
import { altOf } from './media-alt.ts'
import { text } from './text.ts'

export function Head({ project }: { project: Project }) {
  const { address, status, sales_status, construction_status, developer, aliases, cover_media } = project
  const { description, description_fr } = project
  const axes = [
    sales_status !== 'unknown' && labelled(text.sales, wordFor('status', sales_status)),
    construction_status !== 'unknown' && labelled(text.construction, wordFor('status', construction_status)),
  ].filter(Boolean)
  const cover = cover_media?.variants?.medium
  return (
    <section class={cover ? 'beside below' : 'below'} style={{ '--right': '26rem' }}>
      <div>
        <p class="lead">{address}</p>
        <p class="row">
          {status !== 'unknown' && <Badge tone={statusTone(status)}>{wordFor('status', status)}</Badge>}
          <InventedBadge of={project} />
          <span class="quiet">{axes.join(' · ')}</span>
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

export function Facts({ project }: { project: Project }) {
  const { psf_from, psf_to, size_min_sqft, size_max_sqft, condo_corp, website_url } = project
  const website = safeUrl(website_url)
  const sizes = formatNumberRange(size_min_sqft, size_max_sqft)
  return (
    <KnownFacts
      facts={[
        [text.priceRange, formatPriceRange(project.price_from, project.price_to)],
        [text.psf, formatPriceRange(psf_from, psf_to)],
        [text.homes, formatNumber(project.units_total)],
        [text.storeys, formatNumber(project.storeys)],
        [text.bedrooms, formatBedrooms(project)],
        [text.sizes, sizes === NO_VALUE ? NO_VALUE : fill(text.sqft, { size: sizes })],
        [text.planning, project.planning && Object.values(project.planning).slice(1).filter(Boolean).join(' · ')],
        [text.launch, formatFuzzyDate(project.launch_date)],
        [text.occupancy, formatFuzzyDate(project.occupancy_date)],
        [text.completion, formatFuzzyDate(project.completion_date)],
        [text.built, formatYearBuilt(project.year_built, project.construction_status)],
        [text.type, knownWord('buildingType', project.building_type)],
        [text.tenure, knownWord('tenure', project.tenure)],
        [text.neighbourhood, project.neighbourhood_name],
        [text.postalCode, project.postal_code],
        [text.condoCorp, formatCondoCorp(condo_corp)],
        ...(website ? [[text.website, <Website key="website" url={website} />] as const] : []),
      ]}
    />
  )
}

function Website({ url }: { url: string }) {
  return (
    <a href={url} rel="noreferrer nofollow">
      {new URL(url).hostname}
    </a>
  )
}
