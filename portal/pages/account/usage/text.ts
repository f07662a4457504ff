// Text of the usage page.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    lead: (month: string, mode: string) =>
      `Your usage in ${month} with ${mode} credentials. Lookups without a match and 304 responses are free.`,
    month: 'Month',
    live: 'live',
    test: 'test',
    measure: 'Measure',
    view: 'View',
    day: 'By day',
    operation: 'By endpoint',
    total: 'Month to date',
    limit: 'Limit',
    dayTitle: (measure: string) => `${measure} by day`,
    operationTitle: (measure: string) => `${measure} by endpoint`,
    totalTitle: (measure: string) => `${measure} this month, with the limit`,
    table: 'Usage table',
    dayColumn: 'Day (UTC)',
    operationColumn: 'Operation',
    download: 'Download CSV',
    empty: 'No usage in this month. New requests appear within a second.',
  },
})
