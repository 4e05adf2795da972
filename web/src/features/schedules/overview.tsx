import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { Stack, Alert, List, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Schedule, Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { AtOnce } from '../../ui/states/at-once.tsx';
import { CardSkeletons, LineSkeletons } from '../../ui/states/skeletons.tsx';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { ownerParameter } from '../../lib/api/call.ts';
import { useNow } from '../../lib/timers.ts';
import { Card } from '../../ui/card.tsx';
import { useScheduleAddress, useScheduleOwner } from '../places/index.ts';
import { ProgrammeProblems } from './day-programme/day-panel.tsx';
import { useGetSchedulesQuery, useGetCalendarQuery } from './schedules-api.ts';
import { NoSchedules } from './schedule-list.tsx';
import { BELLS } from './schedule-values.ts';
import { CalendarPanel } from './calendar/calendar-panel.tsx';
import { addDays, dateOf, minutesBetween, wallTime } from '../../lib/local-time.ts';
import { EntryList } from './calendar/agenda.tsx';
import { entriesOf, useViewZone, zoneText, type Entry, type ViewZone } from './calendar/entries.ts';
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
  return <Schedules schedules={data} now={now} />;
}

/** What sounds at the place whose page it is on. */
export function PlaceCalendar() {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const [now] = useState(() => Date.now());
  const { data, error, refetch, isFetching } = useGetSchedulesQuery(useScheduleOwner());
  const zone = useViewZone(data ?? []);
  if (data)
    return (
      <AtOnce>
        <CalendarPanel schedules={data} now={now} zone={zone} />
      </AtOnce>
    );
  if (!error) return <LineSkeletons count={8} height={40} />;
  const message = errorText(error, t('load_failed'));
  return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
}

function Schedules({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const { address } = useScheduleAddress();
  const zone = useViewZone(schedules);
  const today = dateOf(wallTime(now, zone.name));
  const coming = useGetCalendarQuery(
    { from: today, to: addDays(today, AHEAD_DAYS), ...ownerParameter(useScheduleOwner()) },
    { skip: schedules.length > 0 },
  );
  const hasBells = coming.data?.some(({ type }) => type === BELLS) ?? false;
  const counted = COUNTED.find((name) => name === address.get('show')) ?? 'total';
  const of = schedules.filter((schedule) => isCounted[counted](schedule, now));
  return (
    <AtOnce>
      <Stack gap="lg">
        <ScheduleCounts schedules={schedules} now={now} selectedCount={counted} />
        <ProgrammeProblems />
        {schedules.length === 0 && <NoSchedules />}
        {(schedules.length > 0 || hasBells) && (
          <>
            <ScheduleProblems schedules={schedules} />
            <CalendarPanel schedules={of} now={now} zone={zone} />
            <NextRuns schedules={of} zone={zone} />
          </>
        )}
      </Stack>
    </AtOnce>
  );
}

const NEXT_RUNS_SHOWN = 5;
const AHEAD_DAYS = 9;
const RENEWED_MS = 30_000;

/** The next five runs of enabled schedules, by the instant; of what happens often the next one only. */
function NextRuns({ schedules, zone }: { schedules: readonly Schedule[]; zone: ViewZone }) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const locale = useLocale();
  const now = useNow(RENEWED_MS);
  const here = wallTime(now, zone.name);
  const yesterday = addDays(dateOf(here), -1);
  const ids = new Set(schedules.map(({ id }) => id));
  const [opened, setOpened] = useState<Occurrence | null>(null);
  const { go } = useScheduleAddress();
  const open = (occurrence: Occurrence): void =>
    occurrence.type === BELLS ? go({ tab: 'bells' }) : setOpened(occurrence);
  const { data, error, refetch, isFetching } = useGetCalendarQuery({
    from: yesterday,
    to: addDays(yesterday, AHEAD_DAYS),
    ...ownerParameter(useScheduleOwner()),
  });
  const enabled = data?.filter((each) => each.enabled && (each.type === BELLS || ids.has(each.schedule_id)));
  const next = enabled && entriesOf(enabled, zone, here).slice(0, NEXT_RUNS_SHOWN);
  const soon = ({ at }: Entry): string => formatIn(now + minutesBetween(here, at) * MINUTE_MS, now, locale);
  return (
    <Card title={zone.isOther ? t('overview.next_in', { zone: zoneText(zone.name) }) : t('overview.next')} order={2}>
      {next ? (
        next.length > 0 ? (
          <EntryList entries={next} soon={soon} onOpen={open} />
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

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** "in 3 min.", "in 2 hr.", "tomorrow"; "now" below a minute. */
function formatIn(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const ahead = at - now;
  if (ahead < MINUTE_MS) return format.format(0, 'second');
  if (ahead < HOUR_MS) return format.format(Math.round(ahead / MINUTE_MS), 'minute');
  return ahead < DAY_MS
    ? format.format(Math.round(ahead / HOUR_MS), 'hour')
    : format.format(Math.round(ahead / DAY_MS), 'day');
}
const UPCOMING_MS = 7 * DAY_MS;

const COUNTED = ['active', 'upcoming', 'total'] as const;
type Counted = (typeof COUNTED)[number];
const isCounted: Record<Counted, (schedule: Schedule, now: number) => boolean> = {
  active: ({ enabled }) => enabled,
  upcoming: ({ enabled, next_at }, now) =>
    enabled && next_at !== null && new Date(next_at).getTime() - now < UPCOMING_MS,
  total: () => true,
};

const SHOWN = 10;

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

type CountsProps = { schedules: readonly Schedule[]; now: number; selectedCount: Counted };
function ScheduleCounts({ schedules, now, selectedCount }: CountsProps) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const { go } = useScheduleAddress();
  return (
    <fieldset aria-label={t('overview.counts')} className={classes.counts}>
      {COUNTED.map((name) => (
        <UnstyledButton
          key={name}
          className={`${classes.count} ${classes[name]}`}
          aria-pressed={name === selectedCount}
          title={name === 'upcoming' ? t('overview.upcoming_hint') : undefined}
          onClick={() => go({ show: name === 'total' ? null : name })}
        >
          <span>{t(`overview.${name}`)}</span>
          <strong>{formatCount(schedules.filter((schedule) => isCounted[name](schedule, now)).length, locale)}</strong>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
