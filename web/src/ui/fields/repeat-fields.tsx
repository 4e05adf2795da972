import { Group, NativeSelect, NumberInput, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { WEEK } from '../../lib/browser-habits.ts';
import { useLocalTimes } from '../../lib/local-time.ts';
import { defaultRepeat, nthKey, NTHS, type Repeat, REPEAT_KINDS, repeatOf, ruleOf } from '../../lib/repeat.ts';
import { WeekdayChips } from './weekday-chips.tsx';

type Options = { rule: string | null; startsAt: string; onChange: (rule: string | null) => void };
function useRepeat({ rule, startsAt, onChange }: Options): [repeat: Repeat, change: (next: Repeat) => void] {
  // The choice itself is state, because a typed rule may be one of the usual ways.
  const [repeat, setRepeat] = useState<Repeat>(() => repeatOf(rule, startsAt));
  const [lastRule, setLastRule] = useState(rule);
  if (rule !== lastRule) {
    // Another user's value was taken.
    setLastRule(rule);
    setRepeat(repeatOf(rule, startsAt));
  }
  const change = (next: Repeat): void => {
    setRepeat(next);
    setLastRule(ruleOf(next));
    onChange(ruleOf(next));
  };
  return [repeat, change];
}

type NthWeekdayProps = {
  repeat: Extract<Repeat, { kind: 'monthly_weekday' }>;
  onChange: (repeat: Repeat) => void;
};

function NthWeekday({ repeat, onChange }: NthWeekdayProps) {
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
        data={WEEK.map((day) => ({ value: String(day), label: times.weekday(day, 'long') }))}
        value={String(repeat.day)}
        onChange={({ currentTarget }) => onChange({ ...repeat, day: Number(currentTarget.value) })}
      />
    </Group>
  );
}

type RepeatFieldsProps = {
  rule: string | null;
  startsAt: string;
  error?: ReactNode;
  onChange: (rule: string | null) => void;
};

const INTERVAL_MAX = 99;

export function RepeatFields({ rule, startsAt, error, onChange }: RepeatFieldsProps) {
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
