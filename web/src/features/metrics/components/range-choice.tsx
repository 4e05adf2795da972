import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
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

type DaysProps = { days: { first: string; last: string }; onChange: Props['onChange'] };

/** A date that is cleared, or would end the range before it begins, changes nothing until both dates are a range again. */
function Days({ days, onChange }: DaysProps) {
  const { t } = useTranslation('metrics');
  // The second date may be chosen before the page has rendered the address with the first one.
  const [chosen, setChosen] = useState(days);
  const change = (part: Partial<typeof days>): void => {
    const next = { ...chosen, ...part };
    setChosen(next);
    if (isRange(next)) onChange(next);
  };
  return (
    <Group gap="xs" mt="xs">
      <TextInput
        type="date"
        size="xs"
        label={t('range.first')}
        value={chosen.first}
        max={chosen.last}
        onChange={({ currentTarget }) => change({ first: currentTarget.value })}
      />
      <TextInput
        type="date"
        size="xs"
        label={t('range.last')}
        value={chosen.last}
        min={chosen.first}
        error={!isRange(chosen)}
        onChange={({ currentTarget }) => change({ last: currentTarget.value })}
      />
    </Group>
  );
}

const isRange = ({ first, last }: DaysProps['days']): boolean => first !== '' && last !== '' && first <= last;
