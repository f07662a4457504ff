// Text of the operators' audit log.
import { englishOnly } from '../../../parts/choose-language.ts'

export const text = englishOnly({
  en: {
    lead: 'Every action in every account, newest first. Entries are never changed or deleted.',
    filters: 'Filter the audit log',
    empty: 'No matching entries.',
    actor: 'Actor (email or ID)',
    account: 'Account ID',
  },
})
