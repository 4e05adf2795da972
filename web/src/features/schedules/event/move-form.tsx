import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { Alert, Button, Group, Stack, NumberInput, Radio, SimpleGrid } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useState } from 'react';
import { type Move, moveAll, type Scope, useMove } from './move.ts';
import { dateOf, isLocalDate, minutesBetween, timeOf } from '../../../lib/local-time.ts';
import { useGetScheduleQuery } from '../schedules-api.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';

type Props = {
  occurrence: Occurrence;
  onClose: (moved: boolean) => void;
};

/** Date, time and duration of one time of a plan, for this date or all of them; see PLAN-3. */
export function MoveForm({ occurrence, onClose }: Props) {
  const { t } = useTranslation(['schedule', 'form']);
  const form = useOccurrenceMove({ occurrence, onClose });
  const { valid, allPossible, scope, busy } = form;
  return (
    <form
      aria-label={t('move.title', { name: occurrence.name })}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Stack gap="sm">
        <MoveFields form={form} />
        {occurrence.recurring && <ScopeChoice scope={scope} allPossible={allPossible} onChange={form.setScope} />}
        {!valid && (
          <Alert color="error" py="xs" role="alert">
            {t('move.invalid')}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="sm" onClick={() => onClose(false)}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" size="sm" loading={busy} disabled={!valid || (scope === 'all' && !allPossible)}>
            {t('move.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MoveFields({ form }: { form: OccurrenceMove }) {
  const { t } = useTranslation('schedule');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DateField label={t('move.date')} value={form.date} data-autofocus onChange={form.setDate} />
        <TimeField label={t('move.time')} value={form.time} onChange={form.setTime} />
      </SimpleGrid>
      {form.lasts !== null && (
        <NumberInput
          label={t('move.duration')}
          min={1}
          max={10_080}
          value={form.duration}
          onChange={form.setDuration}
        />
      )}
    </>
  );
}
type ScopeProps = { scope: Scope; allPossible: boolean; onChange: (scope: Scope) => void };
function ScopeChoice({ scope, allPossible, onChange }: ScopeProps) {
  const { t } = useTranslation('schedule');
  return (
    <Radio.Group
      label={t('move.which')}
      value={scope}
      onChange={(choice) => onChange(choice === 'this' ? 'this' : 'all')}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="this" label={t('move.this')} description={t('move.this_hint')} />
        <Radio
          value="all"
          label={t('move.all')}
          disabled={!allPossible}
          description={allPossible ? undefined : t('move.impossible')}
        />
      </Stack>
    </Radio.Group>
  );
}

/**
 * The fields of the form, and sending them. `lasts` is the duration of the occurrence in minutes, null where it has none; `allPossible` is false where the
 * rule of the plan does not allow that all dates move alike.
 */
function useOccurrenceMove({ occurrence, onClose }: Props) {
  const { move } = useMove();
  const { recurring, schedule_id, at, until } = occurrence;
  const begin = at.slice(0, 16);
  const lasts = until === null ? null : minutesBetween(at, until);
  const [date, setDate] = useState(dateOf(begin));
  const [time, setTime] = useState(timeOf(begin));
  const [duration, setDuration] = useState<number | string>(lasts ?? '');
  const [scope, setScope] = useState<Scope>(recurring ? 'this' : 'all');
  const [busy, setBusy] = useState(false);
  const { data: schedule } = useGetScheduleQuery(schedule_id);
  const valid = isLocalDate(date) && time !== '' && (lasts === null || Number(duration) >= 1);
  const change: Move = {
    from: begin,
    to: `${date}T${time.slice(0, 5)}`,
    duration_minutes: lasts === null || Number(duration) === lasts ? null : Number(duration),
  };
  const allPossible = !valid || !schedule || moveAll(schedule, change) !== null;

  async function submit(): Promise<void> {
    setBusy(true);
    const done = await move(occurrence, change, scope);
    setBusy(false);
    if (done) onClose(true);
  }
  const fields = { date, setDate, time, setTime, duration, setDuration, scope, setScope };
  return { ...fields, lasts, valid, allPossible, busy, submit };
}
type OccurrenceMove = ReturnType<typeof useOccurrenceMove>;
