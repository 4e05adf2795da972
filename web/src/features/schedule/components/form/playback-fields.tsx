import { MISSED_POLICIES } from '@belfry/schemas/domain/announcements';
import { Group, NativeSelect, NumberInput, Slider, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import type { FieldsProps } from './action-fields.tsx';

const PRIORITIES = [9, 8, 7, 6, 5, 4, 3, 2, 1];
const VOLUME_DEFAULT = 70;
const MINUTES_MAX = 1_440;

/** Priority, volume, what happens where a place is late, and whether it is enabled. */
export function PlaybackFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { priority, volume, missed, enabled, type } = form.values;
  const volumeId = useId();
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
        {sounds && (
          <>
            <SwitchRow
              label={t('own_volume')}
              description={t('own_volume_hint')}
              checked={volume !== null}
              onChange={(own) => form.setFieldValue('volume', own ? VOLUME_DEFAULT : null)}
            />
            {volume !== null && (
              <div>
                <Text size="sm" id={volumeId}>
                  {t('volume')}: <span className="tabular">{volume}</span>
                </Text>
                <Slider
                  thumbLabel={t('volume')}
                  label={null}
                  value={volume}
                  onChange={(value) => form.setFieldValue('volume', value)}
                />
              </div>
            )}
          </>
        )}
        {type === 'message' && (
          <Group gap="sm" align="flex-end">
            <NativeSelect
              label={t('missed')}
              flex="1 1 220px"
              data={MISSED_POLICIES.map((value) => ({ value, label: t(`missed_policies.${value}`) }))}
              value={missed.policy}
              onChange={({ currentTarget }) => {
                const policy = MISSED_POLICIES.find((each) => each === currentTarget.value);
                if (policy) form.setFieldValue('missed', { ...missed, policy });
              }}
            />
            {missed.policy !== 'skip' && (
              <NumberInput
                label={t(`missed_minutes.${missed.policy}`)}
                flex="1 1 200px"
                min={1}
                max={MINUTES_MAX}
                allowDecimal={false}
                clampBehavior="strict"
                value={missed.minutes}
                onChange={(value) => form.setFieldValue('missed', { ...missed, minutes: Number(value) || 1 })}
              />
            )}
          </Group>
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
