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
  fr: {
    title: 'Obtenir une clé de bac à sable',
    lead: 'Il suffit d’une adresse courriel : ni carte, ni approbation. Le bac à sable contient le schéma complet et quinze projets d’exemple.',
    email: 'Adresse courriel',
    get: 'Créer la clé',
    working: 'Un instant…',
    haveAccount: 'Vous avez déjà un compte ?',
    signIn: 'Se connecter',
    yours: 'Votre clé de bac à sable',
    key: 'Clé de bac à sable',
    tryIt: 'Essayez-la dans un terminal',
    choosePassword: 'Choisissez un mot de passe',
    choosePasswordLead:
      'Il sert à vous connecter, à créer d’autres clés, à voir votre utilisation et à inscrire des webhooks. Sans mot de passe, la clé fonctionne quand même, mais vous ne pouvez pas la remplacer.',
    password: 'Mot de passe',
    passwordHint: 'Au moins 10 caractères.',
    setPassword: 'Définir le mot de passe et se connecter',
    done: 'Vous êtes connecté',
    doneLead: (email: string) =>
      `Nous avons envoyé un courriel à ${email}. Suivez son lien pour confirmer votre adresse.`,
    account: 'Aller à votre compte',
    playground: 'Ouvrir le banc d’essai',
    docs: 'Lire la référence de l’API',
  },
})
