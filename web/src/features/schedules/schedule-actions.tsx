import { useAct } from '../../ui/use-act.ts';
import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useMay } from '../teams/teams-api.ts';
import { useScheduleAddress, useScheduleOwner } from '../places/index.ts';
import { copyOf } from './schedule-values.ts';
import { useAddScheduleMutation, useDeleteScheduleMutation } from './schedules-api.ts';

const NAME_MAX = 80;

/**
 * Edit, Duplicate and Delete; nothing for people who may not change the schedule, such as one for places that they do
 * not plan. A copy is disabled, so that nothing is heard twice.
 */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const edits = useMay('edit_schedules');
  return edits && schedule.may_change !== false ? <Actions schedule={schedule} /> : null;
}

function Actions({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  const { act } = useAct({ parallel: true });
  const { go } = useScheduleAddress();
  const [asking, setAsking] = useState(false);
  const [add, { isLoading: copying }] = useAddScheduleMutation();
  const [remove] = useDeleteScheduleMutation();
  const owner = useScheduleOwner();
  const { id, name } = schedule;

  async function duplicate(): Promise<void> {
    const title = t('manage.copy_name', { name }).slice(0, NAME_MAX);
    await act(() => add({ body: copyOf(schedule, { name: title, enabled: false }), owner }), {
      done: t('manage.duplicated', { name: title }),
      failed: t('manage.failed'),
    });
  }
  async function confirm(): Promise<void> {
    await act(() => remove(id), { done: t('manage.deleted', { name }), failed: t('manage.failed') });
  }
  const named = (action: 'edit' | 'duplicate' | 'delete') => ({
    'aria-label': t('manage.act_on', { action: t(`manage.${action}`), name }),
    variant: 'subtle',
    color: action === 'delete' ? 'error' : 'gray',
  });
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('manage.edit')}>
        <ActionIcon {...named('edit')} onClick={() => go({ tab: 'create', edit: id })}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('manage.duplicate')}>
        <ActionIcon {...named('duplicate')} loading={copying} onClick={() => void duplicate()}>
          <IconCopy size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('manage.delete')}>
        <ActionIcon {...named('delete')} onClick={() => setAsking(true)}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        opened={asking}
        title={t('manage.delete_title')}
        confirmLabel={t('manage.delete')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('manage.delete_text', { name })}
      </ConfirmDialog>
    </Group>
  );
}
