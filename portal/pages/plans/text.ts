// Words of the plan page.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Plans',
    lead: 'One price a month in Canadian dollars, no card to begin with. A lookup that finds nothing, and an answer you already have (304), cost no quota.',
    plan: 'Plan',
    yours: 'Your plan',
    price: 'Price a month',
    free: 'Free',
    has: 'Included',
    hasNot: 'Not included',
    limits: 'Limits',
    features: 'Features',
    requests_per_minute: 'Requests a minute',
    requests_per_month: 'Requests a month',
    lookups_per_month: 'Lookups a month',
    batch_addresses_per_minute: 'Addresses a minute in files and batches',
    change_retention_days: 'Days the change log goes back',
    webhook_endpoints: 'Webhook endpoints',
    none: '–',
    begin: 'Begin with the sandbox',
    change: 'Another plan',
    noPayment: 'There is no payment on these pages: the operator of this service sets the plan.',
    write: (contact: string) => `Write to ${contact}`,
    ask: 'Ask whoever runs this service for you.',
  },
})
