import { useAct } from '../../ui/use-act.ts';
import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Button, Group, Text, Badge, Paper, Switch } from '@mantine/core';
import { IconFilterOff, IconCalendarPlus, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useContext } from 'react';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/table-parts.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useReasonText } from '../../lib/reasons.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { TimeZone, useOtherZone } from '../../lib/times.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useMay } from '../teams/teams-api.ts';
import { useGetSchedulesQuery, useEditScheduleMutation } from './schedules-api.ts';
import { useScheduleAddress, useScheduleOwner } from '../places/index.ts';
import { filtersOf, shownOf, type Sort, ManageFilters } from './manage-filters.tsx';
import { useRuleText } from '../../lib/repeat.ts';
import { useTypeText } from './schedule-values.ts';
import { ScheduleActions } from './schedule-actions.tsx';
import { wallTime, useLocalTimes } from '../../lib/local-time.ts';
import classes from './schedules.module.css';

export function ScheduleList() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const { address, go } = useScheduleAddress();
  const query = useGetSchedulesQuery(useScheduleOwner());
  const { data } = query;
  const columns = useColumns();
  const filters = filtersOf(address);
  const none = data?.length === 0;
  return (
    <>
      {data && !none && <ManageFilters filters={filters} onChange={go} />}
      <DataTable
        list={wholeList(query, data && shownOf(data, filters))}
        label={t('manage.table')}
        keyOf={({ id }) => id}
        columns={columns}
        sort={{ value: filters.sort, onSort: (sort) => go({ sort: sort === 'name' ? null : sort }) }}
        isDimmed={({ enabled }) => !enabled}
        renderCard={(schedule) => <ScheduleCard schedule={schedule} />}
        waiting={<LineSkeletons count={8} height={40} />}
        failure={(error) => ({ message: errorText(error, t('load_failed')) })}
        filtered={!none}
        empty={<NoSchedules />}
        noneFound={
          <Group justify="center" py="xl" gap="sm">
            {t('manage.none_match')}
            <Button
              variant="default"
              leftSection={<IconFilterOff size={16} aria-hidden />}
              onClick={() => go({ q: null, type: null, state: null })}
            >
              {t('manage.reset')}
            </Button>
          </Group>
        }
      />
    </>
  );
}

function useColumns(): Column<Schedule, Sort>[] {
  const { t } = useTranslation('schedule');
  const typeText = useTypeText();
  const ruleText = useRuleText();
  return [
    {
      key: 'name',
      head: t('manage.columns.name'),
      names: true,
      sort: { by: 'name' },
      cell: (schedule) => (
        <>
          <Text size="sm" fw={600}>
            {schedule.name}
          </Text>
          <Problem schedule={schedule} />
          <Elsewhere schedule={schedule} />
        </>
      ),
    },
    {
      key: 'type',
      head: t('manage.columns.type'),
      from: 'desktop',
      sort: { by: 'type' },
      cell: ({ action }) => typeText(action.type),
    },
    { key: 'rule', head: t('manage.columns.rule'), cell: ruleText },
    {
      key: 'next',
      head: t('manage.columns.next'),
      sort: { by: 'next' },
      cell: (schedule) => (
        <span className="tabular">
          <NextRun schedule={schedule} />
        </span>
      ),
    },
    {
      key: 'places',
      head: t('manage.columns.places'),
      from: 'desktop',
      sort: { by: 'places' },
      cell: ({ devices }) => (
        <span className="tabular">
          <Places count={devices} />
        </span>
      ),
    },
    {
      key: 'enabled',
      head: t('manage.columns.enabled'),
      cell: (schedule) => <EnabledSwitch schedule={schedule} />,
    },
    {
      key: 'actions',
      head: t('manage.columns.actions'),
      cell: (schedule) => <ScheduleActions schedule={schedule} />,
    },
  ];
}

function ScheduleCard({ schedule }: { schedule: Schedule }) {
  const typeText = useTypeText();
  const ruleText = useRuleText();
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{schedule.name}</Text>
        <EnabledSwitch schedule={schedule} />
      </Group>
      <Badge variant="light" color="gray" tt="none" my={4}>
        {typeText(schedule.action.type)}
      </Badge>
      <Text size="sm">{ruleText(schedule)}</Text>
      <Text size="sm" c="dimmed" className="tabular">
        <NextRun schedule={schedule} /> · <Places count={schedule.devices} />
      </Text>
      <Problem schedule={schedule} />
      <Elsewhere schedule={schedule} />
      <Group mt="xs">
        <ScheduleActions schedule={schedule} />
      </Group>
    </Paper>
  );
}

type Of = { schedule: Schedule };
function NextRun({ schedule: { next_at, time_zone, enabled } }: Of) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const ownZone = useContext(TimeZone);
  const otherZone = useOtherZone();
  if (!enabled) return <span>{t('manage.never')}</span>;
  if (next_at === null) return <span className={classes.problem}>{t('manage.over')}</span>;
  const zone = otherZone(time_zone);
  const local = wallTime(new Date(next_at), time_zone ?? ownZone);
  return (
    <time dateTime={next_at}>
      {times.day(local)}, {times.time(local)}
      {zone !== null && ` ${zone}`}
    </time>
  );
}
function Places({ count }: { count: number }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  return <span>{t('places', { count, places: formatCount(count, locale) })}</span>;
}
function Problem({ schedule: { problem, devices } }: Of) {
  const { t } = useTranslation('schedule');
  const describe = useReasonText();
  if (problem === null) return null;
  return (
    <Text size="xs" className={classes.problem ?? ''}>
      {devices === 0 ? describe(problem) : t('manage.problem', { problem: describe(problem) })}
    </Text>
  );
}

/** A schedule that also concerns other places is changed only by people who plan for all of them. */
function Elsewhere({ schedule: { elsewhere, may_change } }: Of) {
  const { t } = useTranslation('schedule');
  const edits = useMay('edit_schedules');
  if (!elsewhere && (may_change !== false || !edits)) return null;
  return (
    <Text size="xs" c="dimmed">
      {t(elsewhere ? 'manage.elsewhere' : 'manage.not_planned')}
    </Text>
  );
}

/** Switches a schedule on and off optimistically; it goes back where the server refuses. */
function EnabledSwitch({ schedule: { id, name, enabled, may_change } }: Of) {
  const { t } = useTranslation('schedule');
  const { act } = useAct({ parallel: true });
  const [edit, { isLoading, originalArgs }] = useEditScheduleMutation();
  const edits = useMay('edit_schedules');
  const isOn = isLoading ? (originalArgs?.change.enabled ?? enabled) : enabled;
  const change = async (on: boolean): Promise<void> => {
    await act(() => edit({ id, change: { enabled: on } }), { failed: t('manage.failed') });
  };
  return (
    <Switch
      aria-label={t('manage.switch', { name })}
      checked={isOn}
      disabled={may_change === false || !edits}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}

export function NoSchedules() {
  const { t } = useTranslation('schedule');
  const { go } = useScheduleAddress();
  const add = useMay('edit_schedules') && (
    <Button mt="xs" leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={() => go({ tab: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <Paper withBorder>
      <EmptyState icon={<IconListCheck size={24} />} title={t('overview.empty')} action={add}>
        {t('overview.empty_text')}
      </EmptyState>
    </Paper>
  );
}
