// Text of the sign-up page.
import { chooseLanguage } from '../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    title: 'Get a sandbox key',
    lead: 'All you need is an email address: no card, no approval. The sandbox has the complete schema and fifteen sample projects.',
    email: 'Email address',
    get: 'Create key',
    working: 'Please wait…',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    yours: 'Your sandbox key',
    key: 'Sandbox key',
    tryIt: 'Try it in a terminal',
    choosePassword: 'Choose a password',
    choosePasswordLead:
      'Use it to sign in, create more keys, see your usage and register webhooks. Without a password the key still works, but you can’t replace it.',
    password: 'Password',
    passwordHint: 'Use at least 10 characters.',
    setPassword: 'Set password and sign in',
    done: 'You’re signed in',
    doneLead: (email: string) => `We sent an email to ${email}. Follow its link to confirm your address.`,
    account: 'Go to your account',
    playground: 'Open the playground',
    docs: 'Read the API reference',
  },
})
