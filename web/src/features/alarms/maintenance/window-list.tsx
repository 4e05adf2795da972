import { useAct } from '../../../ui/use-act.ts';
import type { MaintenanceWindow } from '@belfry/schemas/http/alarms/maintenance';
import { ActionIcon, Badge, Group, Paper, Text, Tooltip } from '@mantine/core';
import { IconCalendarTime, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useRuleText } from '../../../lib/repeat.ts';
import { useOtherZone, useZonedTimes } from '../../../lib/times.ts';
import { Facts } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import type { Column } from '../../../ui/lists/table-parts.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useMayAtNode, useSeenNodes } from '../../places/seen-nodes-api.ts';
import { useGetMaintenanceWindowsQuery, useRemoveMaintenanceWindowMutation } from './maintenance-api.ts';

type Props = {
  /** Only at this node, above it and below it. */
  nodeId: number | null;
  onEdit: (window: MaintenanceWindow) => void;
};

export function WindowList({ nodeId, onEdit }: Props) {
  const { t } = useTranslation('alarm-maintenance');
  const errorText = useErrorMessage();
  const query = useGetMaintenanceWindowsQuery(nodeId, { refetchOnMountOrArgChange: true });
  const places = useSeenNodes(query.currentData?.map(({ company_id }) => company_id));
  const may = useMayAtNode('set_alarm_rules');
  const columns = useColumns((window) =>
    may(places?.get(window.company_id)) ? <WindowActions window={window} onEdit={onEdit} /> : null,
  );
  return (
    <DataTable
      list={wholeList(query, query.currentData)}
      label={t('table')}
      keyOf={({ window_id }) => window_id}
      columns={columns}
      renderCard={(window) => <WindowCard window={window} columns={columns} />}
      waiting={<LineSkeletons count={4} height={40} />}
      failure={(error) => ({ message: errorText(error, t('error')) })}
      empty={
        <EmptyState icon={<IconCalendarTime size={24} />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
    />
  );
}

type WindowColumn = Column<MaintenanceWindow> & { head: string };

function useColumns(actions: (window: MaintenanceWindow) => ReactNode): WindowColumn[] {
  const { t } = useTranslation('alarm-maintenance');
  const ruleText = useRuleText();
  return [
    {
      key: 'name',
      head: t('fields.name'),
      names: true,
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'place',
      head: t('fields.company_id'),
      cell: ({ company_id, company_name }) => <PlaceName place={{ id: company_id, name: company_name }} />,
    },
    { key: 'rule', head: t('columns.when'), cell: (window) => <When window={window} rule={ruleText(window)} /> },
    {
      key: 'duration',
      head: t('columns.duration'),
      from: 'laptop',
      cell: ({ duration_minutes }) => <Duration minutes={duration_minutes} />,
    },
    { key: 'next', head: t('columns.next'), cell: (window) => <Next window={window} /> },
    { key: 'actions', head: t('columns.actions'), headHidden: true, align: 'end', cell: actions },
  ];
}

function Duration({ minutes }: { minutes: number }) {
  const { t } = useTranslation('alarm-maintenance');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('duration.minutes', { minutes: rest });
  return rest === 0 ? t('duration.hours', { hours }) : t('duration.both', { hours, minutes: rest });
}

function When({ window: { time_zone }, rule }: { window: MaintenanceWindow; rule: ReactNode }) {
  const other = useOtherZone()(time_zone);
  return (
    <>
      {rule}
      {other !== null && ` (${other})`}
    </>
  );
}

/** The end of a window that is on, else its next beginning, by the clock of the place. */
function Next({ window: { active_until, next_at, rrule, time_zone } }: { window: MaintenanceWindow }) {
  const { t } = useTranslation('alarm-maintenance');
  const zoned = useZonedTimes();
  if (active_until !== null) {
    return (
      <Badge variant="light" color="warning" tt="none">
        {t('active_until', { time: zoned(active_until, time_zone) })}
      </Badge>
    );
  }
  if (next_at !== null) return zoned(next_at, time_zone);
  return rrule === null ? t('over') : t('not_soon');
}

type ActionsProps = { window: MaintenanceWindow; onEdit: (window: MaintenanceWindow) => void };

function WindowActions({ window, onEdit }: ActionsProps) {
  const { t } = useTranslation('alarm-maintenance');
  const { act } = useAct();
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveMaintenanceWindowMutation();
  const { name, window_id } = window;
  async function confirm(): Promise<void> {
    await act(() => remove(window_id), { done: t('deleted', { name }), failed: t('delete_failed') });
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={t('change')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('change_named', { name })}
          aria-haspopup="dialog"
          onClick={() => onEdit(window)}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('delete')}>
        <ActionIcon
          variant="subtle"
          color="error"
          aria-label={t('delete_named', { name })}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title')}
        confirmLabel={t('delete')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t(window.active_until === null ? 'delete_text' : 'delete_active', { name })}
      </ConfirmDialog>
    </Group>
  );
}

function WindowCard({ window, columns }: { window: MaintenanceWindow; columns: readonly WindowColumn[] }) {
  const [name, ...others] = columns;
  const actions = others.find(({ key }) => key === 'actions');
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div>{name?.cell(window)}</div>
        {actions?.cell(window)}
      </Group>
      <Facts facts={others.filter(({ key }) => key !== 'actions').map(({ head, cell }) => [head, cell(window)])} />
    </Paper>
  );
}
