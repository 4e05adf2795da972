import { Alert, Text } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useGetPageSettingsQuery } from '../live-pages-api.ts';

/** Says for how long recordings are kept, before people speak for the first time. */
export function RecordingNote() {
  const { t } = useTranslation('live-pages');
  const { data } = useGetPageSettingsQuery();
  if (!data) return null;
  if (!data.recording_room)
    return (
      <Alert color="warning" variant="light" p="sm">
        {t('kept.no_room')}
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed">
      {data.recording_days === 0 ? t('kept.not') : t('kept.days', { count: data.recording_days })}
    </Text>
  );
}
