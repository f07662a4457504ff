// Text of the file field and the column picker.
import { chooseLanguage } from '../parts/choose-language.ts'
import { formatNumber } from '../parts/format.ts'

export const text = chooseLanguage({
  en: {
    columns: 'Columns',
    rows: (count: number) => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`,
    truncated: (maxRows: number) => `Only the first ${formatNumber(maxRows)} rows are used.`,
    skipped: (count: number) =>
      count === 1
        ? 'We skipped 1 line that is not a JSON object.'
        : `We skipped ${formatNumber(count)} lines that are not JSON objects.`,
    header: 'The first row is a header',
    separator: 'Separator',
    separators: {
      '\t': 'Tab',
      ';': 'Semicolon',
      '|': 'Vertical bar',
      ',': 'Comma',
      '': 'None (one per line)',
    },
    column: (number: number) => `Column ${number}`,
    noColumn: 'None',
    preview: 'Preview',
    progress: 'Progress',
    done: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)}`,
    speed: (rows: number) => `${formatNumber(rows)} rows/s`,
    rateLimited: (seconds: number) => `Rate limit reached. Continuing in ${seconds} s.`,
    unreachable: (seconds: number) => `Can’t reach the server. Retrying in ${seconds} s.`,
    resume: 'Continue',
    cancel: 'Stop',
    fileTypes: 'For a spreadsheet, save the sheet as CSV first.',
  },
})
