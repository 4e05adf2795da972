import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Button, Group, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { DataTable, type Column } from '../../../../ui/lists/data-table.tsx';
import { wholeList } from '../../../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useGetSchedulesQuery } from '../../api/schedules-api.ts';
import { useScheduleAddress } from '../../schedule-address.ts';
import { filtersOf, shownOf, type Sort } from '../../schedule-list.ts';
import { useRuleText } from '../../use-rule-text.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { useTypeText } from '../../use-type-text.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { ManageFilters } from './manage-filters.tsx';
import { NoSchedules } from './no-schedules.tsx';
import { ScheduleActions } from './schedule-actions.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { NextRun, Places, Problem } from './schedule-facts.tsx';

/** All schedules that pass the filters. The console has them as a whole. */
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
