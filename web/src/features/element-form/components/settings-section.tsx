import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { VoiceSelect } from '../../favorites/index.ts';
import type { ElementFormState } from './element-fields.tsx';
import { OffsetSelect } from './offset-select.tsx';

/** Time zone, language and voice of announcements. */
export function SettingsSection({ form }: { form: ElementFormState }) {
  const { t } = useTranslation('element-form');
  const { time_zone_utc, default_language, default_voice } = form.values;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('settings_text')}
      </Text>
      <OffsetSelect value={time_zone_utc} onChange={(minutes) => form.setFieldValue('time_zone_utc', minutes)} />
      <VoiceSelect
        language={default_language}
        voice={default_voice}
        onChange={({ language, voice }) => form.setValues({ default_language: language, default_voice: voice })}
      />
    </Stack>
  );
}
