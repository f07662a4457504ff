// All text of the server-rendered pages. Another language is another table.
const en = {
  nav: { main: 'Main', playground: 'Playground', explore: 'Explore', plans: 'Plans', docs: 'Docs' },
  start: 'Home',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signUp: 'Get a key',
  continue: 'Continue',
  forgot: 'Forgot your password?',
  signedIn: 'You’re signed in',
  signedInAs: (email: string | null) => (email === null ? 'You’re signed in.' : `You’re signed in as ${email}.`),
  signedOut: 'You’re signed out',
  email: 'Email address',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHint: ' (10 characters or more)',
  reset: {
    title: 'Reset your password',
    lead: 'Enter your confirmed email address. We will send you a link that works for one hour.',
    send: 'Send link',
    sentTitle: 'Check your email',
    sent: 'If this is a confirmed email address, we have sent a link to it.',
    set: 'Set password',
    about: 'You will be signed out on all devices.',
    done: 'Your password has been changed.',
  },
  verify: {
    title: 'Confirm your email address',
    button: 'Confirm',
    about: 'Continue only if you created a Plinth password for this email address.',
    done: 'Your email address is confirmed.',
  },
  consent: {
    title: (client: string) => `Allow ${client} to use your account?`,
    selfRegistered:
      'This application registered itself and chose its own name. Continue only if you have just started it.',
    asks: 'It will be able to:',
    account: 'Account',
    program: 'Application',
    target: 'You will be sent to',
    allow: 'Allow',
    deny: 'Deny',
    expired: 'This request has already been answered or has expired.',
    otherPerson: 'You have since signed in as another person. Start again.',
  },
  refused: {
    title: 'Can’t complete this request',
    error: 'Error',
    invalid: 'The request is not valid.',
    nothingShared: 'No data was shared. If you came from another site, start again there, or contact its developers.',
  },
} as const

export const PAGE_TEXT = en
