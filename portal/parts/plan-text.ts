// Text about plans, shared by the plan page and the account pages.
import { chooseLanguage } from './choose-language.ts'

export const text = chooseLanguage({
  en: {
    yours: 'Your plan',
    requests_per_minute: 'Requests per minute',
    requests_per_month: 'Requests per month',
    lookups_per_month: 'Lookups per month',
    batch_addresses_per_minute: 'Batch addresses per minute',
    change_retention_days: 'Change log retention (days)',
    webhook_endpoints: 'Webhook endpoints',
    stored_listings: 'Stored listings',
    request_log_days: 'Request log (days)',
    none: '–',
    change: 'Change your plan',
    noPayment: 'You can’t pay online. The operator of this service changes your plan.',
    email: (contact: string) => `Email ${contact}`,
    askOperator: 'Contact your operator.',
  },
  fr: {
    yours: 'Votre forfait',
    requests_per_minute: 'Requêtes par minute',
    requests_per_month: 'Requêtes par mois',
    lookups_per_month: 'Recherches par mois',
    batch_addresses_per_minute: 'Adresses en lot par minute',
    change_retention_days: 'Conservation du journal des modifications (jours)',
    webhook_endpoints: 'Points de terminaison de webhook',
    stored_listings: 'Inscriptions conservées',
    request_log_days: 'Journal des requêtes (jours)',
    none: '–',
    change: 'Changer de forfait',
    noPayment: 'Le paiement en ligne n’est pas offert. L’exploitant de ce service change votre forfait.',
    email: (contact: string) => `Écrire à ${contact}`,
    askOperator: 'Communiquez avec votre exploitant.',
  },
})
