import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';

/** Voices that nobody has named are told apart by letters, in English: `German A (female)`. */
const LETTERED = /^.+ ([A-Z]) \((female|male)\)$/;

/** The name of a voice, beside that of its language: `Stimme A (weiblich)`. */
export function useVoiceName(): (name: string) => string {
  const { t } = useTranslation('who-hears');
  const locale = useLocale();
  return (name) => {
    const [, letter, gender] = LETTERED.exec(name) ?? [];
    return letter === undefined || locale === 'en' ? name : t(`lettered.${gender as 'female' | 'male'}`, { letter });
  };
}
