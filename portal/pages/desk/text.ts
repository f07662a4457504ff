// Words of the desk's frame: its tabs, and what every tab shares.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Desk',
    tabs: 'Pages of the desk',
    review: 'Review',
    ledger: 'Ledger',
    projects: 'Projects',
    imports: 'Imports',
    sources: 'Sources',
    accounts: 'Accounts',
    audit: 'Audit',
    any: 'Any',
  },
})
