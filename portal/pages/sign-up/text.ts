// Words of the page on which a newcomer gets a key.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Get a sandbox key',
    lead: 'An e-mail address and nothing more: no card, no approval. The sandbox has the complete schema with fifteen projects.',
    email: 'E-mail address',
    get: 'Get the key',
    working: 'One moment…',
    haveOne: 'You have been here before?',
    signIn: 'Sign in',
    yours: 'Your sandbox key',
    key: 'Sandbox key',
    tryIt: 'Try it in a terminal',
    comeBack: 'Choose a password to come back',
    comeBackLead:
      'With it you can sign in, make more keys, see what you used, and register webhooks later. Without it the key still works; it just cannot be replaced.',
    password: 'Password',
    passwordHint: '10 characters or more.',
    set: 'Set the password and sign in',
    done: 'You are signed in',
    doneLead: (email: string) => `A letter to ${email} has a link that confirms the address.`,
    account: 'To your account',
    playground: 'To the playground',
    docs: 'API reference',
  },
})
