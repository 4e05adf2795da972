import { Stack } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useEffectEvent } from 'react';
import { useGetVoiceNameQuery, useVoiceLanguages, useVoices } from '../../voice-lists-api.ts';
import { FORM_SAMPLE_URLS, SamplePanel } from '../../samples/index.ts';
import { LanguageField } from './language-field.tsx';
import { VoiceField } from './voice-field.tsx';

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
