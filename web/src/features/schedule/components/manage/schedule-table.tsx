import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Paper, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SORTS, type Sort } from '../../schedule-list.ts';
import { useRuleText } from '../../use-rule-text.ts';
import { useTypeText } from '../../use-type-text.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import classes from './manage.module.css';
import { NextRun, Places, Problem } from './schedule-facts.tsx';
import { ScheduleActions } from './schedule-actions.tsx';

const COLUMNS = ['name', 'type', 'rule', 'next', 'places', 'enabled', 'actions'] as const;

export type ScheduleListProps = { schedules: readonly Schedule[]; sort: Sort; onSort: (sort: Sort) => void };

/** The schedules on screens wider than 768 px. */
export function ScheduleTable({ schedules, sort, onSort }: ScheduleListProps) {
  const { t } = useTranslation('schedule');
  return (
    <Paper withBorder className={classes.frame ?? ''}>
      <table className={classes.table} aria-label={t('manage.table')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => {
              const name = t(`manage.columns.${column}`);
              const by = SORTS.find((each) => each === column);
              const Mark = by === sort ? IconArrowDown : IconArrowsSort;
              return (
                <th
                  key={column}
                  scope="col"
                  data-column={column}
                  aria-sort={by === undefined ? undefined : by === sort ? 'ascending' : 'none'}
                >
                  {by === undefined ? (
                    name
                  ) : (
                    <UnstyledButton
                      className={classes.sort ?? ''}
                      onClick={() => onSort(by)}
                      title={t('manage.sort_by', { column: name })}
                    >
                      {name}
                      <Mark size={14} aria-hidden />
                    </UnstyledButton>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} />
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

function Row({ schedule }: { schedule: Schedule }) {
  const typeText = useTypeText();
  const ruleText = useRuleText();
  return (
    <tr className={schedule.enabled ? undefined : classes.off}>
      <th scope="row" data-column="name">
        <Text size="sm" fw={600} c={schedule.enabled ? 'var(--bf-text)' : undefined}>
          {schedule.name}
        </Text>
        <Problem schedule={schedule} />
      </th>
      <td data-column="type">{typeText(schedule.action.type)}</td>
      <td data-column="rule">{ruleText(schedule)}</td>
      <td data-column="next" className="tabular">
        <NextRun schedule={schedule} />
      </td>
      <td data-column="places" className="tabular">
        <Places count={schedule.devices} />
      </td>
      <td data-column="enabled">
        <EnabledSwitch schedule={schedule} />
      </td>
      <td data-column="actions">
        <ScheduleActions schedule={schedule} />
      </td>
    </tr>
  );
}
