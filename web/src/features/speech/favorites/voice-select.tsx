import { Stack, Anchor, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { Language } from '@belfry/schemas/http/lookups';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from '../../../lib/translation.ts';
import {
  useGetVoiceNameQuery,
  useVoiceLanguages,
  useVoices,
  type VoiceList,
  voiceFlag,
  type ListedVoice,
} from '../voice-lists-api.ts';
import { ChoiceField } from '../../../ui/pickers/choice-field.tsx';
import { LanguagePicker } from '../../../ui/pickers/place-pickers.tsx';
import { PickerDialog, type PickerRow } from '../../../ui/pickers/picker-dialog.tsx';
import { searchRanked } from '../../../lib/lookup-search.ts';
import { VoiceTypeBadge } from '../../../ui/voice-type-badge.tsx';
import { FORM_SAMPLE_URLS, SamplePanel } from '../samples/index.ts';

/** `voice` is a `voice_name`; empty while the voices of a newly chosen language are loaded. */
export type LanguageAndVoice = { language: string; voice: string };
type Props = LanguageAndVoice & { onChange: (choice: LanguageAndVoice) => void };
/**
 * Controlled fields for language and voice with the sample. Another language selects its first voice; a voice that is
 * no longer in the list of its language stays until another is chosen.
 */
export function VoiceSelect({ language, voice, onChange }: Props) {
  const languages = useVoiceLanguages();
  const voices = useVoices(language === '' ? undefined : language);
  const first = voices.list[0]?.voice_name;
  const pickFirst = useEffectEvent((name: string) => onChange({ language, voice: name }));
  useEffect(() => {
    if (voice === '' && first !== undefined) pickFirst(first);
  }, [first, voice]);
  const listed = voices.list.find(({ voice_name }) => voice_name === voice);
  const isUnlisted = voice !== '' && !voices.isLoading && !listed;
  const { currentData: unlistedName } = useGetVoiceNameQuery(isUnlisted ? voice : skipToken);
  const name = listed?.name ?? unlistedName;
  return (
    <Stack gap="md">
      <LanguageField
        languages={languages}
        language={language}
        onPick={(code) => code !== language && onChange({ language: code, voice: '' })}
      />
      <VoiceField
        voices={voices.list}
        of={voices}
        voice={voice}
        {...(name !== undefined && { name })}
        onPick={(picked) => onChange({ language, voice: picked })}
      />
      {voice !== '' && <SamplePanel key={voice} voice={voice} name={name ?? voice} urls={FORM_SAMPLE_URLS} />}
    </Stack>
  );
}

type LanguageFieldProps = { languages: VoiceList<Language>; language: string; onPick: (code: string) => void };
export function LanguageField({ languages, language, onPick }: LanguageFieldProps) {
  const { t } = useTranslation(['favorites', 'common']);
  const [opened, picker] = useDisclosure(false);
  const entry = languages.list.find(({ code }) => code === language);
  return (
    <div>
      <ChoiceField
        name="voice_language"
        label={t('language.label')}
        optional
        placeholder={t(languages.isLoading ? 'common:loading' : 'language.none')}
        value={entry?.name ?? (languages.isLoading ? '' : language)}
        flag={entry?.flag ?? ''}
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

type VoiceFieldProps = {
  voices: readonly ListedVoice[];
  of: Pick<VoiceList<ListedVoice>, 'isLoading' | 'isBuiltIn' | 'retry'>;
  /** `voice_name` */
  voice: string;
  name?: string;
  onPick: (voice: string) => void;
};

export function VoiceField({ voices, of: { isLoading, isBuiltIn, retry }, voice, name, onPick }: VoiceFieldProps) {
  const { t } = useTranslation(['favorites', 'common']);
  const [opened, picker] = useDisclosure(false);
  const entry = voices.find(({ voice_name }) => voice_name === voice);
  const available = t('voice.available', { count: voices.length });
  const rowOf = ({ voice_name, name, gender, type, language_codes }: ListedVoice): PickerRow => ({
    value: voice_name,
    flag: voiceFlag(language_codes),
    name,
    detail: t(`gender.${gender}`),
    badge: <VoiceTypeBadge type={type} />,
  });
  return (
    <div>
      <ChoiceField
        name="voice"
        label={t('voice.label')}
        description={isLoading ? t('common:loading') : available}
        optional
        placeholder={t(isLoading ? 'common:loading' : 'voice.none')}
        value={entry?.name ?? name ?? (isLoading ? '' : voice)}
        flag={entry ? voiceFlag(entry.language_codes) : ''}
        onOpen={picker.open}
      />
      {isBuiltIn && <BuiltInHint onRetry={retry}>{t(voices.length > 0 ? 'voice.error' : 'voice.nothing')}</BuiltInHint>}
      <PickerDialog
        opened={opened}
        onClose={picker.close}
        escapeClears
        title={t('voice.picker', { available })}
        placeholder={t('voice.search')}
        selected={voice}
        search={(typed) =>
          searchRanked(voices, typed, ({ name, voice_name }) => ({ name, codes: [voice_name] })).map(rowOf)
        }
        onPick={onPick}
      />
    </div>
  );
}

/** A hint that a built-in list replaces one that could not be read; not an error, because there is something to choose. */
function BuiltInHint({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Text component="output" display="block" size="sm" c="dimmed" mt={4}>
      {children}{' '}
      <Anchor component="button" type="button" size="sm" onClick={onRetry}>
        {t('retry')}
      </Anchor>
    </Text>
  );
}
