import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRuleText } from '../../use-rule-text.ts';
import { useTypeText } from '../../use-type-text.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { NextRun, Places, Problem } from './schedule-facts.tsx';
import { ScheduleActions } from './schedule-actions.tsx';
import type { ScheduleListProps } from './schedule-table.tsx';
import rows from '../../../../ui/row-list.module.css';

/** The schedules on a phone. */
export function ScheduleCards({ schedules }: Pick<ScheduleListProps, 'schedules'>) {
  const { t } = useTranslation('schedule');
  const typeText = useTypeText();
  const ruleText = useRuleText();
  return (
    <Stack component="ul" gap="sm" className={rows.list ?? ''} aria-label={t('manage.table')}>
      {schedules.map((schedule) => (
        <Paper key={schedule.id} component="li" withBorder p="md">
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
          <Group mt="xs">
            <ScheduleActions schedule={schedule} />
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
