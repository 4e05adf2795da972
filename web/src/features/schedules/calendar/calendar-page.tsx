import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { ActionIcon, Button, Menu, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOpened } from '../../../kit/detail/index.ts';
import { ListHead } from '../../../kit/list/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { addDays, useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { SchedulePlace, useScheduleAddress } from '../../places/index.ts';
import { useMay } from '../../teams/teams-api.ts';
import { PlanList } from '../plans/plan-list.tsx';
import { DayLanes } from './day-lanes.tsx';
import { DayList } from './day-list.tsx';
import { Troubles } from './troubles.tsx';
import { type Calendar, type CalendarView, useCalendar, VIEWS } from './use-calendar.ts';
import { type ViewProps, WeekTable } from './week-table.tsx';
import classes from './calendar.module.css';

const Drawers = lazyPart({ load: async () => (await import('./drawers.tsx')).Drawers, Waiting: () => null });

/** Everything that will sound, where and when; see PLAN-2. */
export function CalendarPage() {
  const { t } = useTranslation('calendar');
  return <CalendarOf title={t('title')} />;
}

/** The same of the place whose page it is on. */
export const PlaceCalendar = () => <CalendarOf />;

function CalendarOf({ title }: { title?: string }) {
  const { t } = useTranslation('calendar');
  const calendar = useCalendar();
  const { go } = useScheduleAddress();
  const { opened, to, close } = useOpened();
  const mayPlan = useMay('edit_schedules');
  const mobile = useMobile();
  const { view } = calendar;
  const open = (id: string): void => go({ open: id });
  const plan = (
    // The one thing to press of a place is what its head offers.
    <Button
      component={Link}
      to={to('plan:new')}
      preventScrollReset
      size="sm"
      {...(title === undefined && { variant: 'default' })}
    >
      {t('plan')}
    </Button>
  );
  const head = (parts: Partial<Parameters<typeof ListHead<CalendarView>>[0]> = {}): ReactNode => (
    <ListHead
      {...(title !== undefined && { title })}
      {...((view === 'list' || !mobile) && {
        views: {
          all: VIEWS.map((value) => ({ value, label: t(`view.${value}`) })),
          open: view,
          onOpen: (next: CalendarView) => go({ view: next === 'week' ? null : next }),
        },
      })}
      menu={
        <>
          {/* The days stand below each other there, so that no room is left for ways to see them. */}
          {mobile && <Menu.Item onClick={() => go({ view: 'list' })}>{t('view.list')}</Menu.Item>}
          <Tools onOpen={open} />
        </>
      }
      {...(mayPlan && { primary: plan })}
      {...parts}
    />
  );
  return (
    <>
      {view === 'list' ? (
        <PlanList to={(id) => to(`plan:${id}`)} head={head} create={mayPlan && plan} />
      ) : (
        <>
          {head()}
          <Bar calendar={calendar} />
          <Days calendar={calendar} onOpen={open} addressOf={to} />
          {/* Below, so that nothing moves when it arrives. */}
          <Troubles />
        </>
      )}
      {opened !== null && (
        <Drawers opened={opened} calendar={calendar} onClose={close} onMoment={(at) => open(`moment:${at}`)} />
      )}
    </>
  );
}

/** ⋯: what is planned with. */
function Tools({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('calendar');
  const mayWork = useMay('set_alarm_rules');
  return (
    <>
      <Menu.Item onClick={() => onOpen('year')}>{t('tool.year')}</Menu.Item>
      <Menu.Item onClick={() => onOpen('music')}>{t('tool.music')}</Menu.Item>
      <Menu.Item onClick={() => onOpen('work')}>{t('tool.work')}</Menu.Item>
      {mayWork && <Menu.Item onClick={() => onOpen('work:new')}>{t('tool.plan_work')}</Menu.Item>}
      <Menu.Item onClick={() => onOpen('feed')}>{t('tool.feed')}</Menu.Item>
    </>
  );
}

/** Where, which days, and whose clock. */
function Bar({ calendar: { view, date, today, from, to, node, zone } }: { calendar: Calendar }) {
  const { t } = useTranslation('calendar');
  const { go } = useScheduleAddress();
  const locale = useLocale();
  const times = useLocalTimes();
  const show = (next: string): void => go({ date: next === today ? null : next });
  const step = view === 'day' ? 1 : 7;
  const last = addDays(to, -1);
  return (
    <div className={classes.bar}>
      <SchedulePlace className={classes.place ?? ''} hint={t('all_places')} value={node} />
      <ActionIcon variant="default" size={32} aria-label={t('earlier')} onClick={() => show(addDays(date, -step))}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="sm" onClick={() => show(today)}>
        {t('today')}
      </Button>
      <ActionIcon variant="default" size={32} aria-label={t('later')} onClick={() => show(addDays(date, step))}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm" className={`tabular ${classes.span}`} aria-live="polite">
        {view === 'day' ? times.weekdayAndDay(from) : `${times.date(from)} – ${times.date(last)}`}
      </Text>
      <span className={classes.zone}>
        {zone.choices.length < 2 ? (
          t('clock', { city: zoneCity(zone.name, locale) })
        ) : (
          <NativeSelect
            size="sm"
            aria-label={t('zone')}
            value={zone.name}
            data={zone.choices.map((value) => ({ value, label: t('clock', { city: zoneCity(value, locale) }) }))}
            onChange={({ currentTarget }) => zone.choose(currentTarget.value)}
          />
        )}
      </span>
    </div>
  );
}

type DaysProps = { calendar: Calendar; onOpen: (id: string) => void; addressOf: (id: string) => string };

function Days({ calendar, onOpen, addressOf }: DaysProps) {
  const { t } = useTranslation('calendar');
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const { address, go } = useScheduleAddress();
  const { view, from, to, here, items, query } = calendar;
  if (!items) {
    return query.error === undefined ? (
      <div className={classes.frame}>
        <LineSkeletons count={10} height={40} />
      </div>
    ) : (
      <ErrorState
        message={errorText(query.error, t('load_failed'))}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const props: ViewProps = {
    items,
    from,
    to,
    here,
    onOpen: ({ id }) => onOpen(id),
    onMoment: (at) => onOpen(`moment:${at}`),
    onBells: (date) => onOpen(`bells:${date}`),
    onLane: (lane) => (lane === 'said' ? go({ view: 'list' }) : onOpen(LANE_TOOL[lane])),
    dayAddress: (date) => {
      const next = new URLSearchParams(address);
      next.set('view', 'day');
      next.set('date', date);
      return `?${next}`;
    },
  };
  if (mobile) return <DayList {...props} addressOf={({ id }) => addressOf(id)} />;
  return view === 'day' ? <DayLanes key={from} {...props} /> : <WeekTable key={from} {...props} />;
}

/** What a row is planned with; what is said has the list of plans. */
const LANE_TOOL = { music: 'music', bells: 'year', work: 'work' } as const;
