import { Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NTHS, WEEKDAYS, type Repeat } from '../../recurrence/repeat.ts';
import { useLocalTimes } from '../../use-local-times.ts';
import { nthKey } from '../../use-rule-text.ts';

type Props = {
  repeat: Extract<Repeat, { kind: 'monthly_weekday' }>;
  onChange: (repeat: Repeat) => void;
};
const DAYS = WEEKDAYS.map((_code, index) => index + 1);

/** A weekday of the month, such as the second Monday. */
export function NthWeekday({ repeat, onChange }: Props) {
  const { t } = useTranslation(['schedule-form', 'schedule']);
  const times = useLocalTimes();
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('nth')}
        flex="1 1 140px"
        data={NTHS.map((nth) => ({ value: String(nth), label: t(`schedule:nth.${nthKey(nth)}`) }))}
        value={String(repeat.nth)}
        onChange={({ currentTarget }) => onChange({ ...repeat, nth: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('weekday')}
        flex="1 1 140px"
        data={DAYS.map((day) => ({ value: String(day), label: times.weekday(day, 'long') }))}
        value={String(repeat.day)}
        onChange={({ currentTarget }) => onChange({ ...repeat, day: Number(currentTarget.value) })}
      />
    </Group>
  );
}
