// Text of the account overview.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    plan: 'Plan',
    price: 'Price',
    production: 'Live data',
    sandbox: 'Sandbox data',
    month: 'This month',
    usageLink: 'Usage by day',
    email: 'Email',
    verified: 'Verified',
    unverified: 'Not verified',
    unverifiedLead: 'We emailed you a link. Until you open it, you can’t reset your password by email.',
    noAddress:
      'Your former email address now belongs to another account, whose owner verified it. Your keys still work.',
    resend: 'Send the link again',
    change: 'Use another address',
    changeLead: 'We email a link to the new address. The password you enter here becomes your password.',
    address: 'Email address',
    password: 'Password, at least 10 characters',
    send: 'Send link',
    sent: (address: string) => `We sent a link to ${address}. It works once and expires in an hour.`,
    dataset: 'Dataset',
    published: 'Published',
    version: 'Version',
    refreshed: 'Last refresh',
    projects: 'Projects',
    buildings: 'Buildings',
    demonstration: 'Demonstration data',
    firstSteps: 'First steps',
    firstStepsLead: (key: string) =>
      `Set your key as an environment variable, then send a request. Your newest key is ${key}.`,
    noKey: 'You have no active key. Create one and store it where your program can read it.',
    createKey: 'Create a key',
    playground: 'Try addresses in the playground',
    guides: 'Read the guides: one listing, a nightly feed, a mirror',
    reference: 'Browse the API reference',
  },
})
