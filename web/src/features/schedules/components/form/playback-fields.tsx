import { NativeSelect, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import type { FieldsProps } from './action-fields.tsx';
import { MissedFields } from './missed-fields.tsx';
import { VolumeField } from './volume-field.tsx';

const PRIORITIES = [9, 8, 7, 6, 5, 4, 3, 2, 1];

/** Priority, volume, what happens where a place is late, and whether it is enabled. */
export function PlaybackFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { priority, volume, missed, enabled, type } = form.values;
  const sounds = type === 'message' || type === 'playlist' || type === 'station';
  return (
    <Card title={t('how')}>
      <Stack gap="md">
        <NativeSelect
          label={t('priority')}
          description={t('priority_hint')}
          data={PRIORITIES.map(String)}
          value={String(priority)}
          onChange={({ currentTarget }) => form.setFieldValue('priority', Number(currentTarget.value))}
        />
        {sounds && <VolumeField volume={volume} onChange={(value) => form.setFieldValue('volume', value)} />}
        {type === 'message' && (
          <MissedFields missed={missed} onChange={(value) => form.setFieldValue('missed', value)} />
        )}
        <SwitchRow
          label={t('enabled')}
          description={t('enabled_hint')}
          checked={enabled}
          onChange={(on) => form.setFieldValue('enabled', on)}
        />
      </Stack>
    </Card>
  );
}
