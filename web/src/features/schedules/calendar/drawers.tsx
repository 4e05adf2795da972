import type { ReactNode } from 'react';
import { Detail, useOpened } from '../../../kit/detail/index.ts';
import { useLocalTimes } from '../../../lib/local-time.ts';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { MaintenanceDetail, MaintenanceList, PlanMaintenance } from '../../alarms/index.ts';
import { BellsPanel, EditTimetable } from '../../bells/index.ts';
import { useSchedulePlace } from '../../places/index.ts';
import { DayPanel } from '../day-programme/day-panel.tsx';
import { EventDrawer } from '../event/event-drawer.tsx';
import { MomentDrawer } from '../event/moment-drawer.tsx';
import { useWhen } from '../event/when.ts';
import { FeedLink } from '../feed-link.tsx';
import { PlanDrawer } from '../plans/plan-drawer.tsx';
import { ItemRow } from './day-list.tsx';
import { useItemTexts } from './item-button.tsx';
import { isSpan, type Item } from './items.ts';
import type { Calendar } from './use-calendar.ts';
import { bellsOn } from './week-table.tsx';
import classes from './calendar.module.css';

const AT_LENGTH = '2026-11-23T08:00'.length;

type Props = { opened: string; calendar: Calendar; onClose: () => void; onMoment: (at: string) => void };

/** What `open` names in the address: an event, a moment, a plan, or what is planned with. */
export function Drawers({ opened, calendar, onClose, onMoment }: Props) {
  const [kind = '', ...parts] = opened.split(':');
  const rest = parts.join(':');
  const { node, first } = useSchedulePlace();
  const item = calendar.items?.find(({ id }) => id === opened);
  const occurrence = calendar.occurrences?.find(({ run_id }) => run_id === rest);
  switch (kind) {
    case 'event':
      if (!item || isSpan(item.of)) return null;
      return (
        <EventDrawer
          key={opened}
          item={item}
          occurrence={occurrence ?? item.of}
          zone={calendar.zone.name}
          onClose={onClose}
        />
      );
    case 'moment':
      return <MomentDrawer at={rest} node={node} first={first} onMoment={onMoment} onClose={onClose} />;
    case 'plan':
      return <Plan key={opened} rest={rest} node={node} onClose={onClose} />;
    case 'bells':
      return <BellsOfDay date={rest} calendar={calendar} onClose={onClose} />;
    case 'timetable':
      return <EditTimetable id={Number(rest)} onClose={onClose} />;
    case 'work':
      return <Work key={opened} rest={rest} item={item} calendar={calendar} node={node} onClose={onClose} />;
    default:
      return <Tool key={opened} kind={kind} place={Number(rest) || null} onClose={onClose} />;
  }
}

/** `new`, `new:AT`, `new:AT:PLACE`, or the number of a plan. */
function Plan({ rest, node, onClose }: { rest: string; node: number | null; onClose: () => void }) {
  if (!rest.startsWith('new')) return <PlanDrawer id={Number(rest)} onClose={onClose} />;
  const at = rest.slice('new:'.length).slice(0, AT_LENGTH);
  const place = Number(rest.slice('new:'.length + AT_LENGTH + 1)) || node;
  return <PlanDrawer id={null} first={{ place, ...(at !== '' && { at }) }} onClose={onClose} />;
}

/** The bells of a day, each of which leads to its drawer. */
function BellsOfDay({ date, calendar, onClose }: { date: string; calendar: Calendar; onClose: () => void }) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const { to } = useOpened();
  const bells = bellsOn(calendar.items ?? [], date);
  return (
    <Detail title={t('bells.of_day', { day: times.weekdayAndDay(date) })} onClose={onClose}>
      <ul className={classes.list}>
        {bells.map((item) => (
          <li key={item.id}>
            <ItemRow item={item} date={date} to={to(item.id)} />
          </li>
        ))}
      </ul>
    </Detail>
  );
}

type WorkProps = {
  rest: string;
  item: Item | undefined;
  calendar: Calendar;
  node: number | null;
  onClose: () => void;
};

/** Work on the system: all windows, a new one, one of them, or a rollout or run that is on. */
function Work({ rest, item, calendar, node, onClose }: WorkProps) {
  const { t } = useTranslation('calendar');
  const { to } = useOpened();
  const [cause, id] = rest.split(':');
  if (cause === 'new') return <PlanMaintenance node={node} onClose={onClose} />;
  if (cause === 'window') return <MaintenanceDetail id={Number(id)} onClose={onClose} />;
  if (cause === '')
    return (
      <Detail title={t('lane.work')} onClose={onClose}>
        <MaintenanceList node={node} to={(window) => to(`work:window:${window}`)} newAddress={to('work:new')} />
      </Detail>
    );
  return item ? <OtherWork item={item} zone={calendar.zone.name} onClose={onClose} /> : null;
}

function OtherWork({ item, zone, onClose }: { item: Item; zone: string; onClose: () => void }) {
  const { t } = useTranslation('calendar');
  const { nameOf } = useItemTexts();
  const whenOf = useWhen(zone);
  return (
    <Detail
      title={nameOf(item)}
      path={t('lane.work')}
      state={{ state: 'look', text: t('event.since', { at: whenOf(item.at) }) }}
      onClose={onClose}
    />
  );
}

/** What is planned with, in a drawer with room for a year. */
function Tool({ kind, place, onClose }: { kind: string; place: number | null; onClose: () => void }) {
  const { t } = useTranslation('calendar');
  const { data: profile } = useGetProfileQuery();
  const tools: Record<string, { title: string; content: ReactNode }> = {
    year: { title: t('tool.year'), content: <BellsPanel /> },
    music: { title: t('tool.music'), content: <DayPanel place={place} /> },
    feed: { title: t('tool.feed'), content: <FeedLink isImpersonated={profile?.opened_by != null} /> },
  };
  const tool = tools[kind];
  if (!tool) return null;
  return (
    <Detail wide={kind !== 'feed'} title={tool.title} onClose={onClose}>
      {tool.content}
    </Detail>
  );
}
