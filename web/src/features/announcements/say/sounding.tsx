import { Select } from '@mantine/core';
import { type Chime, REPEAT_MAX } from '@belfry/schemas/domain/announcements';
import { IconMusic } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { WhatValue } from '../../../kit/what/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ChimeSelect } from '../../library/chimes/index.ts';
import { useVoiceLanguages, useVoices } from '../../speech/voice-lists-api.ts';
import classes from './say.module.css';

/** `language` and `voice`: null: that of each place. */
export type SoundingValue = {
  chime: Chime;
  chime_id: number | null;
  repeat: number;
  language: string | null;
  voice: string | null;
};

const TIMES = [1, 2, 3, 5, REPEAT_MAX];

type Props = {
  what: WhatValue['kind'];
  value: SoundingValue;
  onChange: (value: SoundingValue) => void;
  ref: Ref<HTMLDivElement>;
};

/** `♪ Two tones · once · language of each place`: without what a prepared text or a sound has of its own. */
export function Sounding({ what, value, onChange, ref }: Props) {
  const { t } = useTranslation('say');
  const { list } = useVoiceLanguages();
  return (
    <div ref={ref} className={classes.sounding}>
      {what !== 'message' && (
        <>
          <ChimeSelect
            label={t('chime')}
            leftSection={<IconMusic size={16} stroke={1.5} aria-hidden />}
            value={value}
            onChange={(chime) => onChange({ ...value, ...chime })}
          />
          <Select
            aria-label={t('repeat')}
            data={TIMES.map((count) => ({ value: String(count), label: t('times', { count }) }))}
            value={String(value.repeat)}
            allowDeselect={false}
            onChange={(next) => onChange({ ...value, repeat: Number(next ?? 1) })}
          />
        </>
      )}
      {what !== 'audio' && (
        <Select
          aria-label={t('language')}
          placeholder={t('of_place')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('clear_language'), 'aria-hidden': false, tabIndex: 0 }}
          data={list.map(({ code, name }) => ({ value: code, label: name }))}
          value={value.language}
          onChange={(language) => onChange({ ...value, language, voice: null })}
        />
      )}
      {what === 'text' && value.language !== null && (
        <Voice language={value.language} value={value.voice} onChange={(voice) => onChange({ ...value, voice })} />
      )}
    </div>
  );
}

type VoiceProps = { language: string; value: string | null; onChange: (voice: string | null) => void };

/** One voice at all places, of the language that they all have. */
function Voice({ language, value, onChange }: VoiceProps) {
  const { t } = useTranslation('say');
  const { list } = useVoices(language.split('-')[0]);
  return (
    <Select
      aria-label={t('voice')}
      placeholder={t('voice_of_place')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear_voice'), 'aria-hidden': false, tabIndex: 0 }}
      data={list.map(({ voice_name, name }) => ({ value: voice_name, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
