import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useVoiceLanguages, useVoices } from '../speech/voice-lists-api.ts';

type LanguageProps = {
  label: string;
  value: string;
  onChange: (language: string) => void;
  /** Languages that are taken. */
  without?: readonly string[];
};

const NONE: readonly string[] = [];

/** The languages that have voices; one without voices stays in the list while it is chosen. */
export function VoiceLanguageSelect({ label, value, onChange, without = NONE }: LanguageProps) {
  const { t } = useTranslation('library');
  const { list } = useVoiceLanguages();
  const offered = list.filter(({ code }) => code === value || !without.includes(code));
  const data = offered.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
  if (value !== '' && !offered.some(({ code }) => code === value)) data.unshift({ value, label: value });
  return (
    <Select
      label={label}
      data={data}
      value={value === '' ? null : value}
      searchable
      nothingFoundMessage={t('nothing_found')}
      onChange={(code) => code !== null && onChange(code)}
      allowDeselect={false}
    />
  );
}

/** The voices of a language; none chosen is the first one. */
export function VoiceChoice({
  language,
  value,
  onChange,
}: {
  language: string;
  value: string;
  onChange: (voice: string) => void;
}) {
  const { t } = useTranslation('library');
  const { list } = useVoices(language === '' ? undefined : language.split('-')[0]);
  return (
    <Select
      label={t('messages.voice')}
      data={list.map(({ voice_name, name }) => ({ value: voice_name, label: name }))}
      value={list.some(({ voice_name }) => voice_name === value) ? value : (list[0]?.voice_name ?? null)}
      searchable
      nothingFoundMessage={t('nothing_found')}
      onChange={(voice) => voice !== null && onChange(voice)}
      allowDeselect={false}
    />
  );
}
