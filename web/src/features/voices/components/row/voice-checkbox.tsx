import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VoiceProps } from '../../catalogue/voice-actions.ts';

/** Selects a voice for a bulk change. */
export function VoiceCheckbox({ voice, actions }: Omit<VoiceProps, 'work'>) {
  const { t } = useTranslation('voices');
  const { selected, select } = actions.selection;
  return (
    <Checkbox
      size="xs"
      checked={selected.has(voice.voice_name)}
      aria-label={t('bulk.select', { name: voice.display_name })}
      onChange={({ currentTarget }) => select([voice.voice_name], currentTarget.checked)}
    />
  );
}
