import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack, Alert, List, Text } from '@mantine/core';
import { useState, useContext } from 'react';
import type { Schedule, Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { CardSkeletons, LineSkeletons } from '../../ui/states/skeletons.tsx';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { ownerParameter } from '../../lib/api/call.ts';
import { TimeZone } from '../../lib/times.ts';
import { Card } from '../../ui/card.tsx';
import { useScheduleOwner } from './schedule-address.ts';
import { ProgrammeProblems } from './day-programme/day-panel.tsx';
import { useGetSchedulesQuery, useGetCalendarQuery } from './schedules-api.ts';
import { NoSchedules } from './schedule-list.tsx';
import { CalendarPanel } from './calendar/calendar-panel.tsx';
import { addDays, dateOf, wallTime } from './local-time.ts';
import { OccurrenceList, useOccurrenceZone } from './calendar/agenda.tsx';
import { MoveDialog } from './calendar/move-dialog.tsx';
import classes from './schedules.module.css';

/** The counts, what runs next, and the calendar; see PLAN-2. */
export function Overview() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const [now] = useState(() => Date.now());
  const { data, error, refetch, isFetching } = useGetSchedulesQuery(useScheduleOwner());
  if (!data && error) {
    const message = errorText(error, t('load_failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <CardSkeletons count={3} height={92} cols={{ base: 3 }} />;
  return (
    <Stack gap="lg">
      <ScheduleCounts schedules={data} now={now} />
      <ProgrammeProblems />
      {data.length === 0 ? (
        <NoSchedules />
      ) : (
        <>
          <ScheduleProblems schedules={data} />
          <NextRuns schedules={data} now={now} />
          <CalendarPanel schedules={data} now={now} />
        </>
      )}
    </Stack>
  );
}

const NEXT_RUNS_SHOWN = 5;
const AHEAD_DAYS = 9;

/** The next five runs of enabled schedules; a run is over by the clock of its places, wherever the reader is. */
function NextRuns({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
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
  const next = data?.filter(isAhead).slice(0, NEXT_RUNS_SHOWN);
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
        <LineSkeletons count={NEXT_RUNS_SHOWN} height={28} />
      )}
      {opened && <MoveDialog occurrence={opened} dragged={null} onClose={() => setOpened(null)} />}
    </Card>
  );
}

const UPCOMING_MS = 7 * 86_400_000;

/** How many are enabled, run within seven days, and exist. */
const countSchedules = (schedules: readonly Schedule[], now: number) => ({
  active: schedules.filter(({ enabled }) => enabled).length,
  upcoming: schedules.filter(
    ({ enabled, next_at }) => enabled && next_at !== null && new Date(next_at).getTime() - now < UPCOMING_MS,
  ).length,
  total: schedules.length,
});

const SHOWN = 10;

/** The enabled schedules that are not heard, or not everywhere, each with the reason. */
function ScheduleProblems({ schedules }: { schedules: readonly Schedule[] }) {
  const { t } = useTranslation('schedule');
  const describe = useReasonText();
  const locale = useLocale();
  const failing = schedules.flatMap(({ id, name, enabled, problem }) =>
    enabled && problem !== null ? [{ id, name, problem }] : [],
  );
  if (failing.length === 0) return null;
  const rest = failing.length - SHOWN;
  return (
    <Alert color="error" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('overview.problems')}>
      <List size="sm">
        {failing.slice(0, SHOWN).map(({ id, name, problem }) => (
          <List.Item key={id}>{t('overview.problem', { name, problem: describe(problem) })}</List.Item>
        ))}
        {rest > 0 && (
          <List.Item>{t('overview.more_problems', { count: rest, formatted: formatCount(rest, locale) })}</List.Item>
        )}
      </List>
    </Alert>
  );
}

const NAMES = ['active', 'upcoming', 'total'] as const;

function ScheduleCounts({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const counts = countSchedules(schedules, now);
  return (
    <dl className={classes.counts}>
      {NAMES.map((name) => (
        <div key={name} className={classes[name]} title={name === 'upcoming' ? t('overview.upcoming_hint') : undefined}>
          <dt>{t(`overview.${name}`)}</dt>
          <dd>{formatCount(counts[name], locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
