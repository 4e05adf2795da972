import { Group, NativeSelect, NumberInput, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultRepeat, REPEAT_KINDS } from '../../recurrence/repeat.ts';
import { useRepeat } from '../../use-repeat.ts';
import { WeekdayChips } from '../weekday-chips.tsx';
import { NthWeekday } from './nth-weekday.tsx';

type Props = { rule: string | null; startsAt: string; error?: ReactNode; onChange: (rule: string | null) => void };
const INTERVAL_MAX = 99;

/** How a schedule repeats: one of the usual ways, or a rule of RFC 5545 for experts. */
export function RepeatFields({ rule, startsAt, error, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const [repeat, change] = useRepeat({ rule, startsAt, onChange });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={t('repeat')}
          flex="1 1 200px"
          data={REPEAT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={repeat.kind}
          onChange={({ currentTarget }) => {
            const kind = REPEAT_KINDS.find((each) => each === currentTarget.value);
            if (kind) change(defaultRepeat(kind, startsAt, rule));
          }}
        />
        {'interval' in repeat && (
          <NumberInput
            label={t(`interval.${repeat.kind}`)}
            flex="1 1 140px"
            min={1}
            max={INTERVAL_MAX}
            allowDecimal={false}
            clampBehavior="strict"
            value={repeat.interval}
            onChange={(value) => change({ ...repeat, interval: Number(value) || 1 })}
          />
        )}
      </Group>
      {repeat.kind === 'weekly' && (
        <WeekdayChips
          label={t('weekdays')}
          days={repeat.days}
          error={error}
          onChange={(days) => change({ ...repeat, days })}
        />
      )}
      {repeat.kind === 'monthly_day' && (
        <NumberInput
          label={t('month_day')}
          description={t('month_day_hint')}
          min={1}
          max={31}
          allowDecimal={false}
          clampBehavior="strict"
          value={repeat.day}
          onChange={(value) => change({ ...repeat, day: Number(value) || 1 })}
        />
      )}
      {repeat.kind === 'monthly_weekday' && <NthWeekday repeat={repeat} onChange={change} />}
      {repeat.kind === 'custom' && (
        <Textarea
          label={t('rule')}
          description={t('rule_hint')}
          error={error}
          autosize
          minRows={1}
          maxLength={300}
          spellCheck={false}
          value={repeat.text}
          onChange={({ currentTarget }) => change({ kind: 'custom', text: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
