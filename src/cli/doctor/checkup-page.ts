// The findings about a table of buildings as one page that a browser opens without a server.
import { basename } from 'node:path'
import type { Checkup, Finding } from './findings.ts'
import { KIND_TEXTS, KINDS } from './findings.ts'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; font-size: .875rem }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line) }
td { overflow-wrap: anywhere }
.wide { overflow-x: auto }
.number { text-align: right; font-variant-numeric: tabular-nums }
code { background: var(--soft); padding: 0 .25rem; border-radius: .25rem }
summary { font-size: 1.25rem; font-weight: 600; cursor: pointer; margin-top: 1.5rem }
h1 { overflow-wrap: anywhere }
@media (max-width: 45rem) {
  thead { display: none }
  tr, td { display: block }
  tr { border-bottom: 1px solid var(--line); padding: .75rem 0 }
  td { border: 0; padding: 0 }
  td:empty { display: none }
  .number { text-align: left }
  td[data-label]::before { content: attr(data-label) ' '; opacity: .7 }
}`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string): string => value.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)
const number = (value: number): string => value.toLocaleString('en-CA')

/** Enough to read; the correction file has all of them. */
const MAX_ROWS = 2000

function row({ correction, building_id, into_id, listing_id, address, city, confidence, listings, evidence }: Finding) {
  const ids = [building_id, into_id].filter((id) => id !== null).map((id) => `<code>${text(id)}</code>`)
  const what = [ids.join(' → '), address === null ? '' : text([address, city].filter(Boolean).join(', '))]
  return `<tr><td>${correction.replace('_', ' ')}</td><td>${what.filter(Boolean).join('<br>')}</td>
<td data-label="Listing">${listing_id === null ? '' : text(listing_id)}</td><td class="number" data-label="Confidence">${confidence === null ? '' : shown(confidence)}</td>
<td class="number" data-label="Listings">${number(listings)}</td><td>${text(evidence)}</td></tr>`
}

/** Never up to a certainty. */
const shown = (confidence: number): string => (Math.floor(confidence * 1000) / 1000).toFixed(3)

export function checkupPage(result: Checkup, table: string, listings: string | undefined): string {
  const { buildings, matched, unreadable, findings } = result
  const sections = KINDS.map((kind) => {
    const found = findings.filter((finding) => finding.kind === kind)
    const { title, means } = KIND_TEXTS[kind]
    const rest =
      found.length > MAX_ROWS ? `<p>The correction file has ${number(found.length - MAX_ROWS)} more.</p>` : ''
    const rows = found.slice(0, MAX_ROWS).map(row).join('\n')
    const head = ['Correction', 'Building', 'Listing', 'Confidence', 'Listings', 'Evidence']
    return `<details${found.length > 0 ? ' open' : ''}><summary>${title}: ${number(found.length)}</summary><p>${means}</p>${
      found.length === 0
        ? ''
        : `<div class="wide" tabindex="0"><table><thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>
${rows}</tbody></table></div>${rest}`
    }</details>`
  })
  const title = `Check of ${text(basename(table))}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${STYLE}</style></head><body><main><h1>${title}</h1>
<p>${number(buildings)} buildings${
    listings === undefined
      ? '.'
      : `, and ${number(result.listings)} listings of ${text(basename(listings))}: ${number(matched)} find a building for certain, ${number(unreadable)} name no house.`
  } Nothing was changed. Each correction is a proposal: check it before you use it.</p>
${sections.join('\n')}</main></body></html>
`
}
