// Text of the security page: password, session and deleting the account.
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
    deletion: 'Delete this account',
    deletionLead:
      'Keys, applications, webhooks and feeds stop at once, and everyone is signed out. All data is erased after seven days: listings, feeds, people, credentials and events.',
    deletionAction: 'Delete account…',
    deletionTitle: 'Delete this account?',
    deletionWarning: 'Everything that uses this account stops working now, for everyone in it.',
    deletionRestore: (contact: string | null) =>
      `For seven days, the operator can restore the account${contact === null ? '' : ` (${contact})`}. After that, you can’t get anything back.`,
    deletionKept: 'Daily usage counts and audit entries stay, without personal data.',
    deletionConfirm: (id: string) => `To confirm, type ${id}`,
    deletionSubmit: 'Delete account',
    deletionOwners: 'Only an owner can delete the account.',
  },
  fr: {
    passwordLead: 'Cela vous déconnecte partout ailleurs.',
    old: 'Mot de passe actuel',
    new: 'Nouveau mot de passe',
    newHint: 'De 10 à 200 caractères.',
    change: 'Changer le mot de passe',
    changed: 'Mot de passe changé. Vous êtes déconnecté partout ailleurs.',
    session: 'Cette session',
    as: 'Connecté comme',
    role: 'Rôle',
    expires: 'Expire',
    expiryNote: 'La session prend aussi fin après 12 heures sans requête.',
    lostDevice: 'Si vous perdez un appareil, changez votre mot de passe pour le déconnecter.',
    signOut: 'Se déconnecter',
    keysNote: 'Les programmes s’authentifient avec des clés et des applications, pas avec votre mot de passe.',
    keysLink: 'Gérer les clés',
    auditLink: 'Voir les connexions récentes',
    deletion: 'Supprimer ce compte',
    deletionLead:
      'Les clés, les applications, les webhooks et les flux s’arrêtent aussitôt, et tout le monde est déconnecté. Toutes les données sont effacées après sept jours : inscriptions, flux, personnes, clés et événements.',
    deletionAction: 'Supprimer le compte…',
    deletionTitle: 'Supprimer ce compte ?',
    deletionWarning:
      'Tout ce qui utilise ce compte cesse de fonctionner maintenant, pour toutes les personnes qui en font partie.',
    deletionRestore: (contact: string | null) =>
      `Pendant sept jours, l’exploitant peut rétablir le compte${contact === null ? '' : ` (${contact})`}. Ensuite, vous ne pourrez rien récupérer.`,
    deletionKept:
      'Les totaux d’utilisation par jour et les entrées du journal d’audit restent, sans données personnelles.',
    deletionConfirm: (id: string) => `Pour confirmer, tapez ${id}`,
    deletionSubmit: 'Supprimer le compte',
    deletionOwners: 'Seul un propriétaire peut supprimer le compte.',
  },
})
