import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Text } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownerParameter } from '../../../../lib/api/call.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { TimeZone } from '../../../../lib/times.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { addDays, dateOf, wallTime } from '../../recurrence/local-time.ts';
import { useGetCalendarQuery } from '../../api/schedules-api.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { OccurrenceList } from './agenda.tsx';
import { useOccurrenceZone } from './use-occurrence-zone.ts';
import { MoveDialog } from './move-dialog.tsx';

const SHOWN = 5;
const AHEAD_DAYS = 9;

type Props = { schedules: readonly Schedule[]; now: number };

/** The next five runs of enabled schedules; a run is over by the clock of its places, wherever the reader is. */
export function NextRuns({ schedules, now }: Props) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const ownZone = useContext(TimeZone);
  const zoneOf = useOccurrenceZone(schedules);
  const yesterday = addDays(dateOf(wallTime(now, ownZone)), -1);
  const zones = new Map(schedules.map(({ id, time_zone }) => [id, time_zone]));
  const isAhead = ({ enabled, at, schedule_id }: Occurrence): boolean =>
    enabled && at >= wallTime(now, zones.get(schedule_id) ?? ownZone);
  const [opened, setOpened] = useState<Occurrence | null>(null);
  const { data, error, refetch, isFetching } = useGetCalendarQuery({
    from: yesterday,
    to: addDays(yesterday, AHEAD_DAYS),
    ...ownerParameter(useScheduleOwner()),
  });
  const next = data?.filter(isAhead).slice(0, SHOWN);
  return (
    <Card title={t('overview.next')} order={2}>
      {next ? (
        next.length > 0 ? (
          <OccurrenceList occurrences={next} dated zoneOf={zoneOf} onOpen={setOpened} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('overview.next_none')}
          </Text>
        )
      ) : error ? (
        <ErrorState
          message={errorText(error, t('calendar.load_failed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LineSkeletons count={SHOWN} height={28} />
      )}
      {opened && <MoveDialog occurrence={opened} dragged={null} onClose={() => setOpened(null)} />}
    </Card>
  );
}
