// Text of the desk's frame: its tabs.
import { englishOnly } from '../../parts/choose-language.ts'

export const text = englishOnly({
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
