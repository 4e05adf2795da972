import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Move } from '../../recurrence/move.ts';
import { useScheduleAddress } from '../../schedule-address.ts';
import { MoveFields, ScopeChoice } from './move-fields.tsx';
import { useOccurrenceMove } from './use-occurrence-move.ts';

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
  const { name, recurring, schedule_id } = occurrence;
  const form = useOccurrenceMove({ occurrence, dragged, onClose });
  const { valid, allPossible, scope, busy } = form;
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
          void form.submit('move');
        }}
      >
        <Stack gap="sm">
          <MoveFields form={form} />
          {recurring && <ScopeChoice scope={scope} allPossible={allPossible} onChange={form.setScope} />}
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
        </Stack>
      </form>
    </Modal>
  );
}
