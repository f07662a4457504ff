// Text of the account's audit log.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    lead: 'Every security-related action in this account, newest first. Entries are never deleted.',
    filter: 'Show',
    all: 'All actions',
    empty: 'No matching entries.',
  },
  fr: {
    lead: 'Toutes les actions du compte liées à la sécurité, les plus récentes d’abord. Les entrées ne sont jamais supprimées.',
    filter: 'Afficher',
    all: 'Toutes les actions',
    empty: 'Aucune entrée ne correspond.',
  },
})
