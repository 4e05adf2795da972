import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysProblem, isRelative, RELATIVE_RANGES, type ChosenDays, type HistoryRange } from '../history-range.ts';

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

type DaysProps = { days: ChosenDays; onChange: Props['onChange'] };

/** Days that are no range change nothing; the field says what is expected instead. */
function Days({ days, onChange }: DaysProps) {
  const { t } = useTranslation('metrics');
  // The second date may be chosen before the page has rendered the address with the first one.
  const [chosen, setChosen] = useState(days);
  const change = (part: Partial<ChosenDays>): void => {
    const next = { ...chosen, ...part };
    setChosen(next);
    if (daysProblem(next) === null) onChange(next);
  };
  const problem = daysProblem(chosen);
  return (
    <Group gap="xs" mt="xs" align="flex-start">
      {(['first', 'last'] as const).map((edge) => (
        <TextInput
          key={edge}
          type="date"
          size="xs"
          w={150}
          label={t(`range.${edge}`)}
          value={chosen[edge]}
          error={problem?.field === edge && t(`range.${problem.text}`)}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget }) => change({ [edge]: currentTarget.value })}
        />
      ))}
    </Group>
  );
}
