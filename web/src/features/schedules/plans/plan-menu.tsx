import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Menu } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { toastWithUndo } from '../../../ui/toast-with-undo.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useScheduleOwner } from '../../places/index.ts';
import { useMay } from '../../teams/teams-api.ts';
import { copyOf } from '../schedule-values.ts';
import { useAddScheduleMutation, useDeleteScheduleMutation, useEditScheduleMutation } from '../schedules-api.ts';

const NAME_MAX = 80;

type Props = { plan: Schedule; onGone?: () => void };

/** Entries of ⋯ of a plan; none for who may not change it. A copy is disabled, so that nothing is heard twice. */
export function PlanMenu({ plan, onGone }: Props) {
  const { t } = useTranslation('schedule');
  const { act } = useAct({ parallel: true });
  const mayEdit = useMay('edit_schedules');
  const owner = useScheduleOwner();
  const [add] = useAddScheduleMutation();
  const [edit] = useEditScheduleMutation();
  const [remove] = useDeleteScheduleMutation();
  const { id, name, enabled } = plan;
  const failed = t('manage.failed');
  if (!mayEdit || plan.may_change === false) return <Menu.Label>{t('manage.not_planned')}</Menu.Label>;

  const duplicate = (): void => {
    const title = t('manage.copy_name', { name }).slice(0, NAME_MAX);
    const body = copyOf(plan, { name: title, enabled: false });
    void act(() => add({ body, owner }), { done: t('manage.duplicated', { name: title }), failed });
  };
  async function removeIt(): Promise<void> {
    if ((await act(() => remove(id), { failed })) === undefined) return;
    onGone?.();
    toastWithUndo(
      t('manage.deleted', { name }),
      () => void act(() => add({ body: copyOf(plan, {}), owner }), { failed }),
    );
  }
  return (
    <>
      <Menu.Item onClick={() => void act(() => edit({ id, change: { enabled: !enabled } }), { failed })}>
        {t(enabled ? 'manage.disable' : 'manage.enable')}
      </Menu.Item>
      <Menu.Item onClick={duplicate}>{t('manage.duplicate')}</Menu.Item>
      <Menu.Item color="error" onClick={() => void removeIt()}>
        {t('manage.delete')}
      </Menu.Item>
    </>
  );
}
