import { Group, NumberInput, SimpleGrid, Stack, TextInput, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ReactNode, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { TYPES_WITH_DURATION } from '../schedule-values.ts';
import { HolidayField, ExceptionsField } from './exception-fields.tsx';
import { type FieldsProps, WeekdayChips } from './action-fields.tsx';
import { useLocalTimes } from '../local-time.ts';
import { defaultRepeat, REPEAT_KINDS, NTHS, WEEKDAYS, type Repeat, repeatOf, ruleOf, nthKey } from '../repeat.ts';

/** The first occurrence, the duration, the recurrence, and the days on which it does not happen. */
export function RecurrenceFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { type, rrule, starts_at, until_date } = form.values;
  return (
    <Card title={t('when')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <div data-field="starts_at">
            <TextInput
              label={t('starts_at')}
              description={t('zone_hint')}
              type="datetime-local"
              withAsterisk
              {...form.getInputProps('starts_at')}
            />
          </div>
          {TYPES_WITH_DURATION.has(type) && (
            <Group data-field="duration_minutes" align="flex-end">
              <NumberInput
                label={t('duration')}
                min={1}
                max={10_080}
                allowDecimal={false}
                flex={1}
                {...form.getInputProps('duration_minutes')}
              />
            </Group>
          )}
        </SimpleGrid>
        <div data-field="rrule">
          <RepeatFields
            rule={rrule}
            startsAt={starts_at}
            error={form.errors.rrule}
            onChange={(rule) => {
              form.setFieldValue('rrule', rule);
              form.clearFieldError('rrule');
            }}
          />
        </div>
        {rrule !== null && (
          <>
            <TextInput
              label={t('until')}
              type="date"
              maw={240}
              min={starts_at.slice(0, 10)}
              value={until_date ?? ''}
              onChange={({ currentTarget: { value } }) => form.setFieldValue('until_date', value || null)}
            />
            <ExceptionsField
              dates={form.values.exceptions}
              onChange={(dates) => form.setFieldValue('exceptions', dates)}
            />
            <HolidayField
              value={form.values.holiday_calendar_id}
              onChange={(id) => form.setFieldValue('holiday_calendar_id', id)}
            />
          </>
        )}
      </Stack>
    </Card>
  );
}

type Options = { rule: string | null; startsAt: string; onChange: (rule: string | null) => void };
function useRepeat({ rule, startsAt, onChange }: Options): [repeat: Repeat, change: (next: Repeat) => void] {
  // The choice itself is state, because a typed rule may be one of the usual ways.
  const [repeat, setRepeat] = useState<Repeat>(() => repeatOf(rule, startsAt));
  const [shown, setShown] = useState(rule);
  if (rule !== shown) {
    // Another user's value was taken.
    setShown(rule);
    setRepeat(repeatOf(rule, startsAt));
  }
  const change = (next: Repeat): void => {
    setRepeat(next);
    setShown(ruleOf(next));
    onChange(ruleOf(next));
  };
  return [repeat, change];
}

type NthWeekdayProps = {
  repeat: Extract<Repeat, { kind: 'monthly_weekday' }>;
  onChange: (repeat: Repeat) => void;
};

const DAYS = WEEKDAYS.map((_code, index) => index + 1);

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
        data={DAYS.map((day) => ({ value: String(day), label: times.weekday(day, 'long') }))}
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

/** How a schedule repeats: one of the usual ways, or a rule of RFC 5545 for experts. */
function RepeatFields({ rule, startsAt, error, onChange }: RepeatFieldsProps) {
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
