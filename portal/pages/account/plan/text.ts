// Text of the plan page.
import { chooseLanguage } from '../../../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    current: (plan: string) => `You are on the ${plan} plan.`,
    additional: 'What it adds',
    nothingMore: 'No additional features.',
    effect: 'A plan change takes effect within seconds. Your keys stay the same.',
  },
})
