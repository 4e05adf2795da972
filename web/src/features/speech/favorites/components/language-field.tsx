import type { Language } from '@belfry/schemas/http/lookups';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../../../ui/pickers/choice-field.tsx';
import { LanguagePicker } from '../../../../ui/pickers/place-pickers.tsx';
import type { VoiceList } from '../../voice-lists-api.ts';
import { BuiltInHint } from './built-in-hint.tsx';

type Props = { languages: VoiceList<Language>; language: string; onPick: (code: string) => void };

/** The language of voices, chosen in a dialog that searches by name or code. */
export function LanguageField({ languages, language, onPick }: Props) {
  const { t } = useTranslation(['favorites', 'common']);
  const [opened, picker] = useDisclosure(false);
  const chosen = languages.list.find(({ code }) => code === language);
  return (
    <div>
      <ChoiceField
        name="voice_language"
        label={t('language.label')}
        optional
        placeholder={t(languages.isLoading ? 'common:loading' : 'language.none')}
        value={chosen?.name ?? (languages.isLoading ? '' : language)}
        flag={chosen?.flag ?? ''}
        onOpen={picker.open}
      />
      {languages.isBuiltIn && <BuiltInHint onRetry={languages.retry}>{t('language.error')}</BuiltInHint>}
      <LanguagePicker
        opened={opened}
        onClose={picker.close}
        escapeClears
        languages={languages.list}
        selected={language}
        onPick={onPick}
      />
    </div>
  );
}
