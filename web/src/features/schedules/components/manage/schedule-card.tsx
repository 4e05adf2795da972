import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Badge, Group, Paper, Text } from '@mantine/core';
import { useRuleText } from '../../use-rule-text.ts';
import { useTypeText } from '../../use-type-text.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { NextRun, Places, Problem } from './schedule-facts.tsx';
import { ScheduleActions } from './schedule-actions.tsx';

/** A schedule on a narrow page. */
export function ScheduleCard({ schedule }: { schedule: Schedule }) {
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
      <Group mt="xs">
        <ScheduleActions schedule={schedule} />
      </Group>
    </Paper>
  );
}
