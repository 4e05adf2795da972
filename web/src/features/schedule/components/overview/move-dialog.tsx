import type { Occurrence } from '@belfry/schemas/http/schedules';
import { Alert, Button, Group, Modal, NumberInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateOf, isLocalDate, minutesBetween, timeOf } from '../../recurrence/local-time.ts';
import { moveAll, type Move } from '../../recurrence/move.ts';
import { useScheduleAddress } from '../../schedule-address.ts';
import { useGetScheduleQuery } from '../../api/schedules-api.ts';
import { useMove, type Scope } from '../../use-move.ts';

type Props = {
  occurrence: Occurrence;
  /** Where it was dragged to; null: it was opened. */
  dragged: Move | null;
  /** Called with whether it has moved. */
  onClose: (moved: boolean) => void;
};

/** Date, time and duration of an occurrence, for one date or all; also for the keyboard; see PLAN-3. */
export function MoveDialog({ occurrence, dragged, onClose }: Props) {
  const { t } = useTranslation(['schedule', 'common']);
  const { go } = useScheduleAddress();
  const { move, skip } = useMove();
  const { name, recurring, schedule_id, at, until } = occurrence;
  const begin = dragged?.to ?? at.slice(0, 16);
  const lasts = until === null ? null : minutesBetween(at, until);
  const [date, setDate] = useState(dateOf(begin));
  const [time, setTime] = useState(timeOf(begin));
  const [duration, setDuration] = useState<number | string>(dragged?.duration_minutes ?? lasts ?? '');
  const [scope, setScope] = useState<Scope>(recurring ? 'this' : 'all');
  const [busy, setBusy] = useState<'move' | 'skip' | null>(null);
  const { data: schedule } = useGetScheduleQuery(schedule_id);
  const valid = isLocalDate(date) && time !== '' && (lasts === null || Number(duration) >= 1);
  const wanted: Move = {
    from: at.slice(0, 16),
    to: `${date}T${time.slice(0, 5)}`,
    duration_minutes: lasts === null || Number(duration) === lasts ? null : Number(duration),
  };
  const allPossible = !valid || !schedule || moveAll(schedule, wanted) !== null;

  async function act(kind: 'move' | 'skip'): Promise<void> {
    setBusy(kind);
    const done = await (kind === 'move' ? move(occurrence, wanted, scope) : skip(occurrence));
    setBusy(null);
    if (done) onClose(true);
  }
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={t('move.title', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act('move');
        }}
      >
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              label={t('move.date')}
              type="date"
              value={date}
              data-autofocus
              onChange={({ currentTarget }) => setDate(currentTarget.value)}
            />
            <TextInput
              label={t('move.time')}
              type="time"
              value={time}
              onChange={({ currentTarget }) => setTime(currentTarget.value)}
            />
          </SimpleGrid>
          {lasts !== null && (
            <NumberInput label={t('move.duration')} min={1} max={10_080} value={duration} onChange={setDuration} />
          )}
          {recurring && <ScopeChoice scope={scope} allPossible={allPossible} onChange={setScope} />}
          {!valid && (
            <Alert color="error" py="xs" role="alert">
              {t('move.invalid')}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="subtle" onClick={() => go({ tab: 'create', edit: schedule_id })}>
              {t('move.edit')}
            </Button>
            {recurring && (
              <Button
                variant="default"
                loading={busy === 'skip'}
                disabled={busy !== null}
                onClick={() => void act('skip')}
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
        </Stack>
      </form>
    </Modal>
  );
}

type ScopeProps = { scope: Scope; allPossible: boolean; onChange: (scope: Scope) => void };

function ScopeChoice({ scope, allPossible, onChange }: ScopeProps) {
  const { t } = useTranslation('schedule');
  return (
    <Radio.Group
      label={t('move.which')}
      value={scope}
      onChange={(chosen) => onChange(chosen === 'this' ? 'this' : 'all')}
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
