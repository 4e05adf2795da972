import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { SpokenLine } from '../../ui/spoken-as.tsx';

type Props = { text: string; languages: SayPreview['languages'] };
/** How the voices of the places say a text, by language, where that is not as it is written. */
export function SpokenInPlaces({ text, languages }: Props) {
  const locale = useLocale();
  const isOnly = new Set(languages.map(({ language }) => language)).size === 1;
  return languages.map(({ language, spoken }) => {
    if (spoken === undefined || spoken === text.trim()) return null;
    const name = isOnly ? {} : { name: formatLanguageOfCountry(language, locale) };
    return <SpokenLine key={language} spoken={spoken} language={language} {...name} />;
  });
}
