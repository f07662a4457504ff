// Text of the plan page.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Plans',
    lead: 'Monthly prices in Canadian dollars. Start without a card. Lookups that find nothing and unchanged responses (304) don’t count toward your quota.',
    plan: 'Plan',
    price: 'Monthly price',
    free: 'Free',
    included: 'Included',
    notIncluded: 'Not included',
    limits: 'Limits',
    features: 'Features',
    start: 'Get a sandbox key',
    action: 'Get this plan',
  },
  fr: {
    title: 'Forfaits',
    lead: 'Prix mensuels en dollars canadiens. Commencez sans carte. Les recherches sans résultat et les réponses inchangées (304) ne comptent pas dans votre quota.',
    plan: 'Forfait',
    price: 'Prix mensuel',
    free: 'Gratuit',
    included: 'Inclus',
    notIncluded: 'Non inclus',
    limits: 'Limites',
    features: 'Fonctions',
    start: 'Obtenir une clé du bac à sable',
    action: 'Obtenir ce forfait',
  },
})
