// Text of the desk's frame: its tabs.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Desk',
    label: 'Desk pages',
    tabs: {
      review: 'Review',
      joins: 'Same building?',
      ledger: 'Ledger',
      projects: 'Projects',
      imports: 'Imports',
      sources: 'Sources',
      accounts: 'Accounts',
      audit: 'Audit',
    },
  },
})
