import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useVoiceLanguages, useVoices } from '../../../api/voice-lists/use-voice-lists.ts';
import type { Say } from '../announcements-api.ts';

export type VoiceOverrideValue = Pick<Say, 'language' | 'voice'>;
type Props = { value: VoiceOverrideValue; onChange: (value: VoiceOverrideValue) => void };

/** A language and voice for all places; none is that of each place, see ANN-2. */
export function VoiceOverride({ value: { language, voice }, onChange }: Props) {
  const { t } = useTranslation(['announcements', 'common']);
  const { list: languages } = useVoiceLanguages();
  const { list: voices } = useVoices(language);
  const common = {
    clearable: true,
    searchable: true,
    nothingFoundMessage: t('common:nothing_found'),
  };
  const clear = (name: 'spoken_in.clear_language' | 'spoken_in.clear_voice') => ({
    'aria-label': t(name),
    'aria-hidden': false,
    tabIndex: 0,
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        {...common}
        clearButtonProps={clear('spoken_in.clear_language')}
        label={t('spoken_in.language')}
        placeholder={t('spoken_in.of_place')}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        value={language ?? null}
        onChange={(code) => onChange(code === null ? {} : { language: code })}
      />
      <Select
        {...common}
        clearButtonProps={clear('spoken_in.clear_voice')}
        label={t('spoken_in.voice')}
        placeholder={t(language === undefined ? 'spoken_in.of_place' : 'spoken_in.of_language')}
        disabled={language === undefined}
        data={voices.map(({ voice_name, name }) => ({ value: voice_name, label: name }))}
        value={voice ?? null}
        onChange={(name) => language !== undefined && onChange({ language, ...(name !== null && { voice: name }) })}
      />
    </SimpleGrid>
  );
}
