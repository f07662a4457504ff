// Text of the security page: password and session.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    passwordLead: 'This signs you out everywhere else.',
    old: 'Current password',
    new: 'New password',
    newHint: '10 to 200 characters.',
    change: 'Change password',
    changed: 'Password changed. You are signed out everywhere else.',
    session: 'This session',
    as: 'Signed in as',
    role: 'Role',
    expires: 'Expires',
    expiryNote: 'The session also ends after 12 hours without a request.',
    lostDevice: 'If you lose a device, change your password to sign it out.',
    signOut: 'Sign out',
    keysNote: 'Programs sign in with keys and applications, not with your password.',
    keysLink: 'Manage keys',
    auditLink: 'See recent sign-ins',
  },
})
