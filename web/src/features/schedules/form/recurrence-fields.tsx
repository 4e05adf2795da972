import { Group, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { ExceptionsField } from '../../../ui/fields/exceptions-field.tsx';
import { RepeatFields } from '../../../ui/fields/repeat-fields.tsx';
import { TYPES_WITH_DURATION } from '../schedule-values.ts';
import type { FieldsProps } from './action-fields.tsx';
import { HolidayField } from '../../holidays/index.ts';

export function RecurrenceFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { type, rrule, starts_at } = form.values;
  return (
    <>
      {/* Narrower than 15 rem, browsers cut off the time. */}
      <Group gap="sm" align="flex-end">
        <div data-field="starts_at" style={{ flex: '1 1 15rem' }}>
          <TextInput
            label={t('starts_at')}
            description={t('zone_hint')}
            type="datetime-local"
            withAsterisk
            {...form.getInputProps('starts_at')}
          />
        </div>
        {TYPES_WITH_DURATION.has(type) && (
          <div data-field="duration_minutes" style={{ flex: '1 1 9rem' }}>
            <NumberInput
              label={t('duration')}
              min={1}
              max={10_080}
              allowDecimal={false}
              {...form.getInputProps('duration_minutes')}
            />
          </div>
        )}
      </Group>
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
    </>
  );
}

/** What is rarely said of a plan that recurs: its last date, and when it does not happen. */
export function RecurrenceDetails({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { rrule, starts_at, until_date } = form.values;
  if (rrule === null) return null;
  return (
    <>
      <TextInput
        label={t('until')}
        type="date"
        maw={240}
        min={starts_at.slice(0, 10)}
        value={until_date ?? ''}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('until_date', value || null)}
      />
      <ExceptionsField dates={form.values.exceptions} onChange={(dates) => form.setFieldValue('exceptions', dates)} />
      <HolidayField
        value={form.values.holiday_calendar_id}
        onChange={(id) => form.setFieldValue('holiday_calendar_id', id)}
      />
    </>
  );
}
