import {
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TextInput,
  Button,
  CloseButton,
  Pill,
  NativeSelect,
  Textarea,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { TYPES_WITH_DURATION } from '../../schedule-values.ts';
import { HolidayField } from './holiday-field.tsx';
import type { FieldsProps } from './action-fields.tsx';
import { useState, type ReactNode } from 'react';
import { isLocalDate } from '../../recurrence/local-time.ts';
import { useLocalTimes } from '../../use-local-times.ts';
import classes from './schedule-form.module.css';
import { defaultRepeat, REPEAT_KINDS, NTHS, WEEKDAYS, type Repeat } from '../../recurrence/repeat.ts';
import { useRepeat } from '../../use-repeat.ts';
import { WeekdayChips } from '../weekday-chips.tsx';
import { nthKey } from '../../use-rule-text.ts';

type NthWeekdayProps = {
  repeat: Extract<Repeat, { kind: 'monthly_weekday' }>;
  onChange: (repeat: Repeat) => void;
};
const DAYS = WEEKDAYS.map((_code, index) => index + 1);
/** A weekday of the month, such as the second Monday. */
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

const EXCEPTIONS_MAX = 366;
type Props = { dates: readonly string[]; onChange: (dates: string[]) => void };
/** Dates on which it does not happen. */
function ExceptionsField({ dates, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const times = useLocalTimes();
  const [typed, setTyped] = useState('');
  const possible = isLocalDate(typed) && dates.length < EXCEPTIONS_MAX;
  const add = (): void => {
    onChange([...new Set([...dates, typed])].toSorted());
    setTyped('');
  };
  return (
    <fieldset className={classes.group} aria-label={t('exceptions')}>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={t('exceptions')}
          description={t('exceptions_hint')}
          aria-label={t('exception_date')}
          type="date"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter adds the date and does not submit the form.
            event.preventDefault();
            if (possible) add();
          }}
        />
        <Button variant="default" disabled={!possible} onClick={add}>
          {t('add')}
        </Button>
      </Group>
      {dates.length > 0 && (
        <Group component="ul" gap={6} mt="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {dates.map((date) => (
            <li key={date}>
              <Pill size="md" className="tabular">
                <Group gap={4} wrap="nowrap" component="span">
                  {times.date(date)}
                  <CloseButton
                    size="xs"
                    aria-label={t('remove', { date: times.date(date) })}
                    onClick={() => onChange(dates.filter((each) => each !== date))}
                  />
                </Group>
              </Pill>
            </li>
          ))}
        </Group>
      )}
    </fieldset>
  );
}

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
