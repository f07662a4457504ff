// Words of the pages that the server draws itself. They stand apart from the pages, as the portal's do: another language is another table.
const en = {
  nav: { main: 'Main', playground: 'Playground', explore: 'Explore', plans: 'Plans', docs: 'Docs' },
  start: 'Start page',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signUp: 'Get a key',
  goOn: 'Go on',
  forgot: 'Forgot the password?',
  signedIn: 'You are signed in',
  signedInAs: (email: string | null) => `You are signed in as ${email ?? 'somebody'}.`,
  signedOut: 'You are signed out',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHint: ' (10 characters or more)',
  reset: {
    title: 'Choose a new password',
    lead: 'We send a link to the address, if it is a confirmed one. The link works for an hour.',
    send: 'Send the link',
    sentTitle: 'Look into your mailbox',
    sent: 'If the address is a confirmed one, a link is on its way to it.',
    set: 'Set the password',
    about: 'You will be signed out everywhere.',
    done: 'The password is changed.',
  },
  verify: {
    title: 'Confirm your e-mail address',
    button: 'Confirm',
    about: 'Only if it was you who set a password for Plinth with this address.',
    done: 'The address is confirmed.',
  },
  consent: {
    title: (client: string) => `Allow ${client} to use your account?`,
    selfRegistered:
      'This program registered itself, and its name is its own choice. Go on only if you have just started it.',
    asks: 'It asks to:',
    account: 'Account',
    program: 'Program',
    target: 'You go on to',
    allow: 'Allow',
    deny: 'Deny',
    over: 'This question has been answered, or took too long.',
    somebodyElse: 'You signed in as somebody else meanwhile. Start again.',
  },
  refused: {
    title: 'This request cannot be answered',
    error: 'Error',
    invalid: 'The request is not valid.',
    nothingShared:
      'Nothing was shared, and you were not sent on. If you came from another site, tell its makers; or start again there.',
  },
} as const

export const PAGE_TEXT = en
