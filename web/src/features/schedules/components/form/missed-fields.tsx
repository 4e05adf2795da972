import { MISSED_POLICIES } from '@belfry/schemas/domain/announcements';
import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScheduleValues } from '../../schedule-values.ts';

const MINUTES_MAX = 1_440;

type Missed = ScheduleValues['missed'];

/** What happens where a place is late, and until when. */
export function MissedFields({ missed, onChange }: { missed: Missed; onChange: (missed: Missed) => void }) {
  const { t } = useTranslation('schedule-form');
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('missed')}
        flex="1 1 220px"
        data={MISSED_POLICIES.map((value) => ({ value, label: t(`missed_policies.${value}`) }))}
        value={missed.policy}
        onChange={({ currentTarget }) => {
          const policy = MISSED_POLICIES.find((each) => each === currentTarget.value);
          if (policy) onChange({ ...missed, policy });
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
          onChange={(value) => onChange({ ...missed, minutes: Number(value) || 1 })}
        />
      )}
    </Group>
  );
}
