import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { useVoices } from '../speech/voice-lists-api.ts';
import { formatLanguageOfCountry } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { SpokenAs } from '../../ui/spoken-as.tsx';

/** More would push the button away from the text. */
const SHOWN_MAX = 3;

type Props = { text: string; languages: SayPreview['languages'] };
/** How the voices of the places say a text, by language. */
export function SpokenInPlaces({ text, languages }: Props) {
  const distinct = languages.filter(
    (each, at) => languages.findIndex(({ language }) => language === each.language) === at,
  );
  return distinct
    .slice(0, SHOWN_MAX)
    .map(({ language, voice }) => (
      <SpokenInPlace key={language} text={text} language={language} voice={voice} isOnly={distinct.length === 1} />
    ));
}

type PlaceProps = { text: string; language: string; voice: string; isOnly: boolean };
function SpokenInPlace({ text, language, voice, isOnly }: PlaceProps) {
  const locale = useLocale();
  const { list } = useVoices(language.split('-')[0]);
  if (list.some(({ voice_name, reads_figures }) => voice_name === voice && reads_figures)) return null;
  const name = isOnly ? {} : { name: formatLanguageOfCountry(language, locale) };
  return <SpokenAs text={text} language={language} {...name} />;
}
