// Text of the plan page.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    current: (plan: string) => `You are on the ${plan} plan.`,
    additional: 'What it adds',
    nothingMore: 'No additional features.',
    effect: 'A plan change takes effect within seconds. Your keys stay the same.',
  },
  fr: {
    current: (plan: string) => `Vous avez le forfait ${plan}.`,
    additional: 'Ce qu’il ajoute',
    nothingMore: 'Aucune fonction supplémentaire.',
    effect: 'Un changement de forfait prend effet en quelques secondes. Vos clés restent les mêmes.',
  },
})
