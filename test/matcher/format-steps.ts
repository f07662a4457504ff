// Formats tokens and readings as test/cases/tokens.tsv and readings.tsv write them.

import type { Matcher, Reading } from '@plinth/matcher'
import { normalizeText } from '@plinth/matcher/internal/text/fold-text'
import { tokenize } from '@plinth/matcher/internal/text/tokenize'

const KINDS = ['word', 'number', 'mixed', 'postal']

/** `ordinal:16 word:ave`; a suffix follows its number after `+`. */
export function formatTokens(text: string): string {
  return tokenize(normalizeText(text))
    .map((t) => `${t.ordinal ? 'ordinal' : KINDS[t.kind]}:${t.text}${t.suffix && `+${t.suffix}`}`)
    .join(' ')
}

/** `#1203 1480 <Howe> St W`: unit, number, name in brackets, type, direction. */
function formatReading(r: Reading): string {
  const number = `${r.civic_number ?? ''}${r.civic_number_to ? `-${r.civic_number_to}` : ''}${r.number_suffix ?? ''}`
  return [r.unit && `#${r.unit}`, number, `<${r.street_name}>`, r.street_type, r.direction].filter(Boolean).join(' ')
}

export function formatReadings(matcher: Matcher, address: string): Record<string, string> {
  const { readings = [], reading } = matcher.match({ address, explain: true })
  return {
    readings: [...new Set(readings.map(formatReading))].join(' | '),
    city: reading?.city ?? '',
    province: reading?.province ?? '',
    postal: reading?.postal_code ?? '',
    condo_corp: reading?.condo_corp ?? '',
  }
}
