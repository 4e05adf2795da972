import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRelative, RELATIVE_RANGES, type HistoryRange } from '../history-range.ts';

const DAY_MS = 86_400_000;
const CUSTOM = 'custom';
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

type Props = { range: HistoryRange; onChange: (range: HistoryRange) => void };

/** 24 hours, 7 days, 30 days, a year, or days that are chosen. */
export function RangeChoice({ range, onChange }: Props) {
  const { t } = useTranslation('metrics');
  const choose = (value: string): void => {
    const relative = RELATIVE_RANGES.find((each) => each === value);
    onChange(relative ?? { first: dayOf(Date.now() - 7 * DAY_MS), last: dayOf(Date.now()) });
  };
  return (
    <div>
      <SegmentedControl
        size="xs"
        aria-label={t('range.label')}
        data={[...RELATIVE_RANGES, CUSTOM].map((value) => ({
          value,
          label: t(`range.${value as (typeof RELATIVE_RANGES)[number] | typeof CUSTOM}`),
        }))}
        value={isRelative(range) ? range : CUSTOM}
        onChange={choose}
      />
      {!isRelative(range) && <Days days={range} onChange={onChange} />}
    </div>
  );
}

/** A date that is cleared, or would end the range before it begins, changes nothing. */
function Days({ days, onChange }: { days: { first: string; last: string }; onChange: Props['onChange'] }) {
  const { t } = useTranslation('metrics');
  const change = (next: { first: string; last: string }): void => {
    if (next.first !== '' && next.last !== '' && next.first <= next.last) onChange(next);
  };
  return (
    <Group gap="xs" mt="xs">
      <TextInput
        type="date"
        size="xs"
        label={t('range.first')}
        value={days.first}
        max={days.last}
        onChange={({ currentTarget }) => change({ ...days, first: currentTarget.value })}
      />
      <TextInput
        type="date"
        size="xs"
        label={t('range.last')}
        value={days.last}
        min={days.first}
        onChange={({ currentTarget }) => change({ ...days, last: currentTarget.value })}
      />
    </Group>
  );
}
