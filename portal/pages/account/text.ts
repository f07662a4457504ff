// Text of the account's frame: tabs, titles and the sign-in prompt.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    account: 'Account',
    signInLead: 'Sign in to see your listings, keys, usage and webhooks.',
    signIn: 'Sign in',
    signUp: 'Get a key',
    tabs: {
      overview: 'Overview',
      listings: 'Listings',
      keys: 'Keys',
      applications: 'Applications',
      usage: 'Usage',
      plan: 'Plan',
      webhooks: 'Webhooks',
      audit: 'Audit log',
      security: 'Security',
    },
    /** Where the page title differs from its tab. */
    titles: { overview: 'Account', keys: 'API keys' },
    listing: 'Listing',
    review: 'Needs review',
    duplicates: 'Duplicate listings',
    loadListings: 'Load listings',
    feed: 'Feed',
    feeds: 'Feeds',
    newFeed: 'New feed',
    endpoint: 'Webhook endpoint',
    delivery: 'Delivery',
  },
})
