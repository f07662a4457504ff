// Text of the page that loads a file of listings.
import { chooseLanguage } from '../../../parts/choose-language.ts'
import { formatNumber } from '../../../parts/format.ts'

export const text = chooseLanguage({
  en: {
    lead: 'Each row becomes a stored listing, linked to its building. A row with a key that exists replaces that listing.',
    source: 'File of listings',
    drop: 'Drop a CSV, TSV or NDJSON file of listings here, or choose one',
    limit: (rows: number) =>
      `Up to ${formatNumber(rows)} rows. For larger files, use the command “plinth listings load” or a feed.`,
    fields: {
      key: 'Listing key',
      address: 'Address',
      city: 'City',
      province: 'Province',
      postal_code: 'Postal code',
      unit: 'Unit',
      building_name: 'Building name',
      condo_corp: 'Condo corporation',
      listed_on: 'Listing date',
      latitude: 'Latitude',
      longitude: 'Longitude',
      status: 'Status',
    },
    stored: 'We store only the columns you choose here.',
    chooseKey: 'Choose the column with the key of each listing, such as its MLS number.',
    label: 'Label (optional)',
    labelHint: 'Marks these listings, so that you can filter them or delete them together later.',
    start: (count: number) => `Store ${formatNumber(count)} ${count === 1 ? 'listing' : 'listings'}`,
    stopped: 'Stopped. The listings so far are stored.',
    results: { created: 'New', updated: 'Changed', unchanged: 'Unchanged', error: 'Not stored' },
    summary: 'Result',
    errors: 'Rows that were not stored',
    row: 'Row',
    key: 'Key',
    reason: 'Reason',
    view: 'View listings',
    review: 'Review uncertain links',
    another: 'Load another file',
    downloadErrors: 'Download these rows as CSV',
    errorFile: 'plinth-not-stored.csv',
    errorColumn: 'plinth_error',
  },
})
