import { scheduleBodySchema } from '@belfry/schemas/http/schedules/schedules';
import { Button, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { lazyPart } from '../../../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useGetHolidaysQuery } from '../../api/holidays-api.ts';
import { checkRule } from '../../recurrence/check-rule.ts';
import { bodyOf, type ScheduleValues } from '../../schedule-values.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { TryDialog } from '../dry-run/try-dialog.tsx';
import { ConflictPreview } from './conflict-preview.tsx';
import classes from './schedule-form.module.css';

const TYPING_MS = 400;
/** The library that expands rules is loaded with the form. */
const RunList = lazyPart({
  load: async () => (await import('./run-list.tsx')).RunList,
  Waiting: () => <LineSkeletons count={10} />,
});

type Props = { values: ScheduleValues; scheduleId: number | null };

/** The next ten runs of the form as it is, and what they conflict with; see PLAN-4. */
export function RunPreview({ values, scheduleId }: Props) {
  const { t } = useTranslation('schedule-form');
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const [next, setNext] = useState<string | null>(null);
  const [trying, setTrying] = useState(false);
  const { data: calendars } = useGetHolidaysQuery(useScheduleOwner());
  const holidays = calendars?.find(({ id }) => id === settled.holiday_calendar_id);
  const { rrule, starts_at, exceptions, until_date } = settled;
  const drawable = starts_at !== '' && (rrule === null || checkRule(rrule) === null);
  const draft = scheduleBodySchema.safeParse(bodyOf(settled)).data ?? null;
  const nodes = settled.targets.nodes ?? [];
  const node = nodes[0] ?? null;
  return (
    <div className={classes.preview}>
      <Card title={t('preview.title')}>
        <Stack gap="md">
          {drawable && (
            <RunList
              recurrence={{ starts_at, rrule, exceptions, until_date }}
              holidays={holidays?.days.map(({ date }) => date) ?? NONE}
              onNext={setNext}
            />
          )}
          {draft && next !== null && node !== null && (
            <ConflictPreview draft={draft} scheduleId={scheduleId} nodes={nodes} at={next} />
          )}
          {node === null && (
            <Text size="sm" c="dimmed">
              {t('preview.needs_node')}
            </Text>
          )}
          <Button variant="light" disabled={draft === null} onClick={() => setTrying(true)}>
            {t('preview.try')}
          </Button>
        </Stack>
      </Card>
      {trying && draft && (
        <TryDialog
          draft={draft}
          scheduleId={scheduleId}
          node={node}
          at={next ?? starts_at}
          onClose={() => setTrying(false)}
        />
      )}
    </div>
  );
}

const NONE: readonly string[] = [];
