import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { Alert, Button, Group, Modal, Stack, NumberInput, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { useState } from 'react';
import { useMay } from '../../teams/teams-api.ts';
import { type Move, moveAll, type Scope, useMove } from './move.ts';
import { useScheduleAddress } from '../../places/index.ts';
import { dateOf, isLocalDate, minutesBetween, timeOf } from '../../../lib/local-time.ts';
import { useGetScheduleQuery } from '../schedules-api.ts';
import { TimeField } from '../../../ui/fields/time-field.tsx';

type Props = {
  occurrence: Occurrence;
  /** Where it was dragged to; null: it was opened. */
  dragged: Move | null;
  onClose: (moved: boolean) => void;
};

/** Date, time and duration of an occurrence, for one date or all; also for the keyboard; see PLAN-3. Who may not change it reads it only. */
export function MoveDialog({ occurrence, dragged, onClose }: Props) {
  const { t } = useTranslation(['schedule', 'common']);
  const { go } = useScheduleAddress();
  const { name, recurring, schedule_id } = occurrence;
  const form = useOccurrenceMove({ occurrence, dragged, onClose });
  const { valid, allPossible, scope, busy } = form;
  const edits = useMay('edit_schedules') && form.mayChange;
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={edits ? t('move.title', { name }) : name}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit('move');
        }}
      >
        <Stack gap="sm">
          <MoveFields form={form} readOnly={!edits} />
          {edits && recurring && <ScopeChoice scope={scope} allPossible={allPossible} onChange={form.setScope} />}
          {!valid && (
            <Alert color="error" py="xs" role="alert">
              {t('move.invalid')}
            </Alert>
          )}
          {edits && (
            <Group justify="flex-end" gap="sm">
              <Button variant="subtle" onClick={() => go({ tab: 'create', edit: schedule_id })}>
                {t('move.edit')}
              </Button>
              {recurring && (
                <Button
                  variant="default"
                  loading={busy === 'skip'}
                  disabled={busy !== null}
                  onClick={() => void form.submit('skip')}
                >
                  {t('move.skip')}
                </Button>
              )}
              <Button
                type="submit"
                loading={busy === 'move'}
                disabled={!valid || busy !== null || (scope === 'all' && !allPossible)}
              >
                {t('move.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  );
}

function MoveFields({ form, readOnly }: { form: OccurrenceMove; readOnly: boolean }) {
  const { t } = useTranslation('schedule');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('move.date')}
          type="date"
          readOnly={readOnly}
          value={form.date}
          data-autofocus
          onChange={({ currentTarget }) => form.setDate(currentTarget.value)}
        />
        <TimeField label={t('move.time')} readOnly={readOnly} value={form.time} onChange={form.setTime} />
      </SimpleGrid>
      {form.lasts !== null && (
        <NumberInput
          label={t('move.duration')}
          min={1}
          max={10_080}
          readOnly={readOnly}
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

type Options = { occurrence: Occurrence; dragged: Move | null; onClose: (moved: boolean) => void };
/**
 * The fields of the dialog that moves an occurrence, and sending them. `lasts` is its duration in minutes, null where it has
 * none; `allPossible` is false where the rule of the schedule does not allow that all dates move alike.
 */
function useOccurrenceMove({ occurrence, dragged, onClose }: Options) {
  const { move, skip } = useMove();
  const { recurring, schedule_id, at, until } = occurrence;
  const begin = dragged?.to ?? at.slice(0, 16);
  const lasts = until === null ? null : minutesBetween(at, until);
  const [date, setDate] = useState(dateOf(begin));
  const [time, setTime] = useState(timeOf(begin));
  const [duration, setDuration] = useState<number | string>(dragged?.duration_minutes ?? lasts ?? '');
  const [scope, setScope] = useState<Scope>(recurring ? 'this' : 'all');
  const [busy, setBusy] = useState<'move' | 'skip' | null>(null);
  const { data: schedule } = useGetScheduleQuery(schedule_id);
  const valid = isLocalDate(date) && time !== '' && (lasts === null || Number(duration) >= 1);
  const change: Move = {
    from: at.slice(0, 16),
    to: `${date}T${time.slice(0, 5)}`,
    duration_minutes: lasts === null || Number(duration) === lasts ? null : Number(duration),
  };
  const allPossible = !valid || !schedule || moveAll(schedule, change) !== null;

  /** Moves the occurrence, or leaves its date out; calls `onClose` where the server accepts it. */
  async function submit(kind: 'move' | 'skip'): Promise<void> {
    setBusy(kind);
    const done = await (kind === 'move' ? move(occurrence, change, scope) : skip(occurrence));
    setBusy(null);
    if (done) onClose(true);
  }
  const fields = { date, setDate, time, setTime, duration, setDuration, scope, setScope };
  return { ...fields, lasts, valid, allPossible, busy, submit, mayChange: schedule?.may_change !== false };
}
type OccurrenceMove = ReturnType<typeof useOccurrenceMove>;
