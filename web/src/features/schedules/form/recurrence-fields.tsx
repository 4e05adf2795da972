import { Group, NumberInput } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { MomentField } from '../../../ui/fields/date-field.tsx';
import { RepeatEnds } from '../../../ui/fields/repeat-ends.tsx';
import { RepeatFields } from '../../../ui/fields/repeat-fields.tsx';
import { TYPES_WITH_DURATION } from '../schedule-values.ts';
import type { FieldsProps } from './action-fields.tsx';
import { HolidayField } from '../../holidays/index.ts';

export function RecurrenceFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { type, rrule, starts_at } = form.values;
  return (
    <>
      <Group gap="sm" align="flex-end">
        <div data-field="starts_at" style={{ flex: '1 1 15rem' }}>
          <MomentField
            label={t('starts_at')}
            description={t('zone_hint')}
            withAsterisk
            {...form.getInputProps('starts_at')}
            value={starts_at}
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
          onChange={(next) => form.setFieldValue('rrule', next)}
        />
      </div>
    </>
  );
}

/** What is rarely said of a plan that recurs: its last date, and when it does not happen. */
export function RecurrenceDetails({ form }: FieldsProps) {
  if (form.values.rrule === null) return null;
  return (
    <>
      <RepeatEnds
        values={form.values}
        onUntil={(date) => form.setFieldValue('until_date', date)}
        onExceptions={(dates) => form.setFieldValue('exceptions', dates)}
      />
      <HolidayField
        value={form.values.holiday_calendar_id}
        onChange={(id) => form.setFieldValue('holiday_calendar_id', id)}
      />
    </>
  );
}
