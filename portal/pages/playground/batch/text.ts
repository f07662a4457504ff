// Text of the playground for many addresses.
import { chooseLanguage } from '../../../parts/choose-language.ts'
import { formatNumber } from '../../../parts/format.ts'

export const text = chooseLanguage({
  en: {
    source: 'Addresses',
    drop: 'Drop a CSV, TSV or NDJSON file here, or choose one',
    paste: 'Or paste a column of addresses',
    pastePlaceholder: '395 Dundas Street W 603\n#1203 -1480 howe\n1288, av. des Canadiens, app. 2301',
    usePasted: 'Use pasted addresses',
    privacy: 'The file stays in your browser. We look up its addresses but don’t store them or the results.',
    privacyProduction:
      'The file stays in your browser. We look up its addresses and don’t store the results. We may keep an uncertain address, without your name, for a curator to review.',
    limitVisitor: 'Without an account: up to 1,000 rows, sandbox data, 200 rows per request.',
    limitMember: 'Up to 100,000 rows. Every match counts as a lookup.',
    start: (count: number) => `Look up ${formatNumber(count)} ${count === 1 ? 'address' : 'addresses'}`,
    another: 'New file',
    leaveTitle: 'Discard these results?',
    leaveNote: 'The results exist only on this page. Download them first if you need them.',
    leave: 'Discard results',
    stay: 'Keep results',
    stopped: 'Stopped. You can download the results so far.',
    filter: 'Filter by outcome',
    all: 'All',
    results: 'Results',
    noneOfKind: 'No results with this outcome yet.',
    row: 'Row',
    address: 'Address',
    outcome: 'Outcome',
    building: 'Building',
    canonical: 'Canonical address',
    confidence: 'Confidence',
    openRow: 'Select a row to see why.',
    csv: 'Download CSV',
    ndjson: 'Download NDJSON',
    fileName: 'plinth-links',
  },
})
