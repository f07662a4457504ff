// All text of the server-rendered pages, in both languages.
import type { InLanguages, Language } from '../../kernel/language.ts'
import { typeset } from '../french/typeset.ts'

const en = {
  language: 'en' as Language,
  start: 'Home',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signUp: 'Get a key',
  continue: 'Continue',
  forgot: 'Forgot your password?',
  signedIn: 'You’re signed in',
  signedInAs: (email: string | null) => (email === null ? 'You’re signed in.' : `You’re signed in as ${email}.`),
  signedOut: 'You’re signed out',
  mailFile: (file: string) => `No mail server is configured. Emails are written to ${file} on this machine.`,
  email: 'Email address',
  password: 'Password',
  show: 'Show',
  hide: 'Hide',
  showLabel: 'Show the characters',
  hideLabel: 'Hide the characters',
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
    already: 'Your email address is already confirmed. There is nothing left to do.',
  },
  invitation: {
    title: 'Join an account',
    about: 'You are invited to a Plinth account. Choose a password to accept.',
    role: 'Your role',
    roles: {
      viewer: 'Viewer: see listings, usage and logs',
      developer: 'Developer: also manage keys, webhooks, listings and feeds',
      owner: 'Owner: also manage people and the plan',
    },
    accept: 'Accept invitation',
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
}

export type PageText = typeof en

const fr: PageText = {
  language: 'fr',
  start: 'Accueil',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  signUp: 'Obtenir une clé',
  continue: 'Continuer',
  forgot: typeset('Mot de passe oublié ?'),
  signedIn: 'Vous êtes connecté',
  signedInAs: (email) => (email === null ? 'Vous êtes connecté.' : `Vous êtes connecté sous ${email}.`),
  signedOut: 'Vous êtes déconnecté',
  mailFile: (file) =>
    `Aucun serveur de courriel n’est configuré. Les courriels sont écrits dans ${file} sur cet ordinateur.`,
  email: 'Adresse courriel',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  newPasswordHint: ' (10 caractères ou plus)',
  show: 'Afficher',
  hide: 'Masquer',
  showLabel: 'Afficher les caractères',
  hideLabel: 'Masquer les caractères',
  reset: {
    title: 'Réinitialiser votre mot de passe',
    lead: 'Entrez votre adresse courriel confirmée. Nous vous enverrons un lien valide pendant une heure.',
    send: 'Envoyer le lien',
    sentTitle: 'Consultez vos courriels',
    sent: 'Si cette adresse courriel est confirmée, nous y avons envoyé un lien.',
    set: 'Définir le mot de passe',
    about: 'Vous serez déconnecté de tous vos appareils.',
    done: 'Votre mot de passe a été changé.',
  },
  verify: {
    title: 'Confirmer votre adresse courriel',
    button: 'Confirmer',
    about: 'Continuez seulement si vous avez créé un mot de passe Plinth pour cette adresse courriel.',
    done: 'Votre adresse courriel est confirmée.',
    already: 'Votre adresse courriel est déjà confirmée. Il ne reste rien à faire.',
  },
  invitation: {
    title: 'Se joindre à un compte',
    about: 'Vous êtes invité à vous joindre à un compte Plinth. Choisissez un mot de passe pour accepter.',
    role: 'Votre rôle',
    roles: {
      viewer: typeset('Lecture : voir les inscriptions, l’utilisation et les journaux'),
      developer: typeset('Développement : gérer aussi les clés, les webhooks, les inscriptions et les flux'),
      owner: typeset('Propriétaire : gérer aussi les personnes et le forfait'),
    },
    accept: 'Accepter l’invitation',
  },
  consent: {
    title: (client) => typeset(`Autoriser ${client} à utiliser votre compte ?`),
    selfRegistered:
      'Cette application s’est enregistrée elle-même et a choisi son nom. Continuez seulement si vous venez de la démarrer.',
    asks: typeset('Elle pourra :'),
    account: 'Compte',
    program: 'Application',
    target: 'Vous serez dirigé vers',
    allow: 'Autoriser',
    deny: 'Refuser',
    expired: 'Cette demande a déjà reçu une réponse ou est expirée.',
    otherPerson: 'Vous vous êtes connecté depuis sous un autre nom. Recommencez.',
  },
  refused: {
    title: 'Impossible de traiter cette demande',
    error: 'Erreur',
    invalid: 'La demande n’est pas valide.',
    nothingShared:
      'Aucune donnée n’a été transmise. Si vous venez d’un autre site, recommencez à partir de celui-ci ou communiquez avec ses développeurs.',
  },
}

const TEXT: InLanguages<PageText> = { en, fr }

export const pageText = (language: Language): PageText => TEXT[language]
