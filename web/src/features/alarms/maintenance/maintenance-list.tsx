import type { MaintenanceWindow } from '@belfry/schemas/http/alarms/maintenance';
import { Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Detail, Section } from '../../../kit/detail/index.ts';
import { Row, Rows, type RowState } from '../../../kit/list/index.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useRuleText } from '../../../lib/repeat.ts';
import { useOtherCity, useZonedTimes } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useMayAtNode, useSeenNodes } from '../../places/seen-nodes-api.ts';
import { useMay } from '../../teams/teams-api.ts';
import { useGetMaintenanceWindowsQuery, useRemoveMaintenanceWindowMutation } from './maintenance-api.ts';
import { WindowDialog } from './window-dialog.tsx';

type Props = {
  /** Only at this node, above it and below it. */
  node: number | null;
  /** The address of a window. */
  to: (windowId: number) => string;
  newAddress: string;
};

/** The maintenance windows, while which nobody is told of alarms. */
export function MaintenanceList({ node, to, newAddress }: Props) {
  const { t } = useTranslation('alarm-maintenance');
  const errorText = useErrorMessage();
  const mayPlan = useMay('set_alarm_rules');
  const { currentData, error, isFetching, refetch, fulfilledTimeStamp } = useGetMaintenanceWindowsQuery(node, {
    refetchOnMountOrArgChange: true,
  });
  const { stateOf, whenOf } = useWindowTexts();
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('lead')}
      </Text>
      {mayPlan && (
        <Button component={Link} to={newAddress} preventScrollReset mb="sm">
          {t('plan')}
        </Button>
      )}
      <Rows
        label={t('table')}
        rows={currentData}
        keyOf={({ window_id }) => window_id}
        failure={
          error === undefined
            ? undefined
            : {
                message: errorText(error, t('error')),
                onRetry: () => void refetch(),
                retrying: isFetching,
                since: fulfilledTimeStamp ?? 0,
              }
        }
        empty={<p>{t('empty.text')}</p>}
      >
        {(window) => (
          <Row
            to={to(window.window_id)}
            state={stateOf(window)}
            name={window.name}
            path={[window.company_name, whenOf(window)].join(' · ')}
          />
        )}
      </Rows>
    </>
  );
}

function useWindowTexts() {
  const { t } = useTranslation('alarm-maintenance');
  const ruleText = useRuleText();
  const otherCity = useOtherCity();
  const zoned = useZonedTimes();
  /** The end of a window that is on, else its next beginning, by the clock of the place. */
  const stateOf = (window: MaintenanceWindow): { state: RowState; text: string } => {
    const { active_until, next_at, rrule, time_zone } = window;
    if (active_until !== null)
      return { state: 'look', text: t('active_until', { time: zoned(active_until, time_zone) }) };
    if (next_at !== null) return { state: 'ok', text: t('next', { time: zoned(next_at, time_zone) }) };
    return { state: 'off', text: t(rrule === null ? 'over' : 'not_soon') };
  };
  const durationOf = ({ duration_minutes: all }: MaintenanceWindow): string => {
    const [hours, minutes] = [Math.floor(all / 60), all % 60];
    if (hours === 0) return t('duration.minutes', { minutes });
    return minutes === 0 ? t('duration.hours', { hours }) : t('duration.both', { hours, minutes });
  };
  const whenOf = (window: MaintenanceWindow): string => {
    const city = otherCity(window.time_zone);
    return [`${ruleText(window)}${city === null ? '' : ` (${city})`}`, durationOf(window)].join(' · ');
  };
  return { stateOf, whenOf };
}

/** A maintenance window: when and where, changed and deleted by who operates there. */
export function MaintenanceDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('alarm-maintenance');
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetMaintenanceWindowsQuery(null);
  const window = data?.find(({ window_id }) => window_id === id);
  const places = useSeenNodes(window && [window.company_id]);
  const may = useMayAtNode('set_alarm_rules');
  const { act } = useAct();
  const [remove] = useRemoveMaintenanceWindowMutation();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const { stateOf, whenOf } = useWindowTexts();
  const mayChange = window !== undefined && may(places?.get(window.company_id));
  async function confirm({ name, window_id }: MaintenanceWindow): Promise<void> {
    const answer = await act(() => remove(window_id), { done: t('deleted', { name }), failed: t('delete_failed') });
    if (answer !== undefined) onClose();
  }
  return (
    <>
      <Detail
        title={window?.name ?? t('table')}
        state={window && stateOf(window)}
        waiting={!data}
        onClose={onClose}
        failure={
          error === undefined || data
            ? undefined
            : { message: errorText(error, t('error')), onRetry: () => void refetch(), retrying: isFetching }
        }
        menu={
          mayChange ? (
            <Menu.Item color="error" onClick={() => setDialog('delete')}>
              {t('delete')}
            </Menu.Item>
          ) : undefined
        }
        action={
          mayChange && (
            <Button variant="default" onClick={() => setDialog('edit')}>
              {t('change')}
            </Button>
          )
        }
      >
        {window ? (
          <Section>
            <p>
              <PlaceName place={{ id: window.company_id, name: window.company_name }} />
            </p>
            <p>{whenOf(window)}</p>
          </Section>
        ) : (
          <p>{t('over')}</p>
        )}
      </Detail>
      {window && dialog === 'edit' && <WindowDialog window={window} nodeId={null} onClose={() => setDialog(null)} />}
      {window && (
        <ConfirmDialog
          opened={dialog === 'delete'}
          title={t('delete_title')}
          confirmLabel={t('delete')}
          tone="error"
          onConfirm={() => confirm(window)}
          onClose={() => setDialog(null)}
        >
          {t(window.active_until === null ? 'delete_text' : 'delete_active', { name: window.name })}
        </ConfirmDialog>
      )}
    </>
  );
}

export const PlanMaintenance = ({ node, onClose }: { node: number | null; onClose: () => void }) => (
  <WindowDialog window={null} nodeId={node} onClose={onClose} />
);
