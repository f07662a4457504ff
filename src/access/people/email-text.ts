// The text of the emails we send, in both languages.
import type { InLanguages, Language } from '../../kernel/language.ts'
import type { UsageWarning } from '../limits/usage-warnings.ts'
import type { AccountRole } from '../rights/account-roles.ts'

export interface EmailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

export interface DeletedAccount {
  readonly id: string
  readonly erase_at: string
  /** The operator's address, if it is set. */
  readonly contact: string | null
}

interface EmailTexts {
  readonly verify: (link: string) => EmailText
  readonly reset: (link: string) => EmailText
  readonly alreadyVerified: (signIn: string, reset: string) => EmailText
  readonly invitation: (link: string, inviter: string, role: AccountRole) => EmailText
  readonly invitedElsewhere: (signIn: string, inviter: string) => EmailText
  readonly accountDeleted: (deleted: DeletedAccount) => EmailText
  readonly usageWarning: (warning: UsageWarning, usage: string, plans: string) => EmailText
}

const en: EmailTexts = {
  verify: (link) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Someone, hopefully you, set a password for a Plinth account with this email address.',
      'To confirm the address, open this link within an hour and enter the password:',
      link,
      'If this was not you, ignore this email. The address is not confirmed without the link.',
    ],
  }),
  reset: (link) => ({
    subject: 'Reset your password',
    paragraphs: [
      'Someone requested a new password for your Plinth account. To choose one, open this link within an hour:',
      link,
      'If this was not you, ignore this email. Your password stays the same.',
    ],
  }),
  alreadyVerified: (signIn, reset) => ({
    subject: 'You can already sign in',
    paragraphs: [
      'Someone, perhaps you, set a password for another Plinth account with this email address.',
      'You have already confirmed the address for your own account, and it stays yours. Sign in or reset your password:',
      signIn,
      reset,
    ],
  }),
  invitation: (link, inviter, role) => ({
    subject: 'You are invited to a Plinth account',
    paragraphs: [
      `${inviter} invited you to their Plinth account. Your role would be ${role}.`,
      'To accept, open this link within seven days and choose a password:',
      link,
      'If you do not know the sender, ignore this email. Nothing happens without the link.',
    ],
  }),
  invitedElsewhere: (signIn, inviter) => ({
    subject: 'You are invited to a Plinth account',
    paragraphs: [
      `${inviter} invited you to their Plinth account. You can’t accept with this address, because it already belongs to your own Plinth account.`,
      `To join theirs, ask ${inviter} to invite another address of yours. Your own account stays as it is:`,
      signIn,
    ],
  }),
  accountDeleted: ({ id, erase_at, contact }) => ({
    subject: 'Your Plinth account will be erased',
    paragraphs: [
      `Someone with the rights of an owner deleted your Plinth account ${id}. Its keys, applications, webhooks and feeds have stopped, and nobody can sign in.`,
      `All its data will be erased on ${erase_at.slice(0, 10)} (UTC). After that, nobody can restore it.`,
      `If this was a mistake, write to the operator of this service before then${contact ? `: ${contact}` : '.'}`,
    ],
  }),
  usageWarning({ kind, mode, percent, used, limit, month }, usage, plans) {
    const what = mode === 'test' ? `test ${kind}` : kind
    const [counted, allowed] = [used, limit].map((count) => count.toLocaleString('en-CA'))
    const consequence =
      percent === 100
        ? `Until the month ends (UTC), requests that need more ${kind} get the error quota_exceeded (429).`
        : `At 100%, requests that need more ${kind} get the error quota_exceeded (429) until the month ends (UTC).`
    return {
      subject: `You have used ${percent}% of your monthly ${what}`,
      paragraphs: [
        `Your Plinth account has used ${counted} of ${allowed} ${what} in ${month}.`,
        consequence,
        `See which keys use them:\n${usage}`,
        `Compare plans:\n${plans}`,
      ],
    }
  },
}

const ROLES_FR: Readonly<Record<AccountRole, string>> = {
  owner: 'propriétaire',
  developer: 'développement',
  viewer: 'lecture',
}

/** Before `:` and `%`, so that they are not alone on the next line. */
const nb = '\u00a0'

const fr: EmailTexts = {
  verify: (link) => ({
    subject: 'Confirmez votre adresse courriel',
    paragraphs: [
      'Quelqu’un, sans doute vous, a créé un mot de passe pour un compte Plinth avec cette adresse courriel.',
      `Pour confirmer l’adresse, ouvrez ce lien d’ici une heure et entrez le mot de passe${nb}:`,
      link,
      'Si ce n’était pas vous, ne tenez pas compte de ce courriel. Sans le lien, l’adresse n’est pas confirmée.',
    ],
  }),
  reset: (link) => ({
    subject: 'Réinitialisez votre mot de passe',
    paragraphs: [
      `Quelqu’un a demandé un nouveau mot de passe pour votre compte Plinth. Pour en choisir un, ouvrez ce lien d’ici une heure${nb}:`,
      link,
      'Si ce n’était pas vous, ne tenez pas compte de ce courriel. Votre mot de passe reste le même.',
    ],
  }),
  alreadyVerified: (signIn, reset) => ({
    subject: 'Vous pouvez déjà vous connecter',
    paragraphs: [
      'Quelqu’un, peut-être vous, a créé un mot de passe pour un autre compte Plinth avec cette adresse courriel.',
      `Vous avez déjà confirmé cette adresse pour votre propre compte, et elle reste la vôtre. Connectez-vous ou réinitialisez votre mot de passe${nb}:`,
      signIn,
      reset,
    ],
  }),
  invitation: (link, inviter, role) => ({
    subject: 'Vous êtes invité à vous joindre à un compte Plinth',
    paragraphs: [
      `${inviter} vous invite à vous joindre à son compte Plinth. Votre rôle serait${nb}: ${ROLES_FR[role]}.`,
      `Pour accepter, ouvrez ce lien d’ici sept jours et choisissez un mot de passe${nb}:`,
      link,
      'Si vous ne connaissez pas cette personne, ne tenez pas compte de ce courriel. Rien ne se passe sans le lien.',
    ],
  }),
  invitedElsewhere: (signIn, inviter) => ({
    subject: 'Vous êtes invité à vous joindre à un compte Plinth',
    paragraphs: [
      `${inviter} vous invite à vous joindre à son compte Plinth. Vous ne pouvez pas accepter avec cette adresse, car elle appartient déjà à votre propre compte Plinth.`,
      `Pour vous joindre au sien, demandez à ${inviter} d’inviter une autre de vos adresses. Votre propre compte reste inchangé${nb}:`,
      signIn,
    ],
  }),
  accountDeleted: ({ id, erase_at, contact }) => ({
    subject: 'Votre compte Plinth sera effacé',
    paragraphs: [
      `Quelqu’un qui a les droits de propriétaire a supprimé votre compte Plinth ${id}. Ses clés, applications, webhooks et flux sont arrêtés, et personne ne peut se connecter.`,
      `Toutes ses données seront effacées le ${erase_at.slice(0, 10)} (UTC). Ensuite, personne ne pourra le rétablir.`,
      `S’il s’agit d’une erreur, écrivez avant cette date à l’exploitant de ce service${contact ? `${nb}: ${contact}` : '.'}`,
    ],
  }),
  usageWarning({ kind, mode, percent, used, limit, month }, usage, plans) {
    const noun = kind === 'requests' ? 'requêtes' : 'recherches'
    const what = mode === 'test' ? `${noun} de test` : noun
    const [counted, allowed] = [used, limit].map((count) => count.toLocaleString('fr-CA'))
    const consequence =
      percent === 100
        ? `Jusqu’à la fin du mois (UTC), les requêtes qui exigent d’autres ${noun} reçoivent l’erreur quota_exceeded (429).`
        : `À 100${nb}%, les requêtes qui exigent d’autres ${noun} recevront l’erreur quota_exceeded (429) jusqu’à la fin du mois (UTC).`
    return {
      subject: `Vous avez utilisé ${percent}${nb}% de vos ${what} du mois`,
      paragraphs: [
        `Votre compte Plinth a utilisé ${counted} ${what} sur ${allowed} en ${month}.`,
        consequence,
        `Voyez quelles clés les utilisent${nb}:\n${usage}`,
        `Comparez les forfaits${nb}:\n${plans}`,
      ],
    }
  },
}

const TEXTS: InLanguages<EmailTexts> = { en, fr }

export const emailText = (language: Language): EmailTexts => TEXTS[language]
