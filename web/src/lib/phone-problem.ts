import { internationalPhone, readPhone } from '@belfry/schemas/domain/phone';
import { useTranslation } from './translation.ts';

/** An example for people whose country is unknown, of numbers that nobody has. */
const EXAMPLE = '+1 202 555 0143';

/**
 * Why a typed text is no whole phone number, and how to write it; null for a number, and for an empty text.
 * @param country ISO 3166-1, of which a national number may be: the text names it with its code
 */
export function usePhoneProblem(): (typed: string, country?: string | null) => string | null {
  const { t } = useTranslation('common');
  return (typed, country = null) => {
    const { problem } = readPhone(typed);
    if (problem === null || problem === 'missing') return null;
    const example = (country !== null && internationalPhone(typed, country)) || EXAMPLE;
    return t(`phone_problem.${problem}`, { example });
  };
}
