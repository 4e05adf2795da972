import { OnePlace } from '../../../kit/where/index.ts';
import type { MaintenanceWindow, MaintenanceSpan } from '@belfry/schemas/http/alarms/maintenance';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState, useContext, useMemo } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { useMay } from '../../teams/teams-api.ts';
import { nodeOf } from '../alarms-api.ts';
import { useSeenNodes, type SeenNode } from '../../places/seen-nodes-api.ts';
import { WindowDialog } from './window-dialog.tsx';
import { WindowList } from './window-list.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useLocalTimes } from '../../../lib/local-time.ts';
import { useNow } from '../../../lib/timers.ts';
import { TimeZone, zoneNameOf } from '../../../lib/times.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { type CalendarDay, type DayPart, daysOf } from './calendar-days.ts';
import { useGetMaintenanceCalendarQuery } from './maintenance-api.ts';
import classes from './maintenance.module.css';

export function MaintenancePanel() {
  const { t } = useTranslation('alarm-maintenance');
  const [address, setAddress] = useAddress();
  const mayPlan = useMay('set_alarm_rules');
  // `new`: one that is planned.
  const [open, setOpen] = useState<MaintenanceWindow | 'new' | null>(null);
  const nodeId = nodeOf(address);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('lead')}
      </Text>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div style={{ flex: '1 1 240px', maxWidth: 420 }}>
          <OnePlace
            label={t('fields.company_id')}
            hint={t('all_places')}
            value={nodeId}
            onChange={(node) => setAddress((now) => setParameter(now, 'node', node), { preventScrollReset: true })}
          />
        </div>
        {mayPlan && (
          <Button
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen('new')}
          >
            {t('plan')}
          </Button>
        )}
      </Group>
      <WindowList nodeId={nodeId} onEdit={setOpen} />
      <MaintenanceCalendar />
      {open !== null && (
        <WindowDialog
          key={open === 'new' ? open : open.window_id}
          window={open === 'new' ? null : open}
          nodeId={nodeId}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

const MINUTE_MS = 60_000;

/** When nobody is told in the coming two weeks: windows, and the rollouts and runs that are on. */
function MaintenanceCalendar() {
  const { t } = useTranslation('alarm-maintenance');
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetMaintenanceCalendarQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Card title={t('calendar.title')} order={2}>
      {data ? (
        <Days spans={data} />
      ) : error === undefined ? (
        <LineSkeletons count={4} height={40} />
      ) : (
        <ErrorState
          message={errorText(error, t('calendar.error'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Card>
  );
}

function Days({ spans }: { spans: readonly MaintenanceSpan[] }) {
  const { t } = useTranslation('alarm-maintenance');
  const zone = useContext(TimeZone);
  const now = useNow(MINUTE_MS);
  const places = useSeenNodes(spans.flatMap(({ company_id }) => company_id ?? []));
  const days = useMemo(() => daysOf(spans, now, zone), [spans, now, zone]);
  if (days.every(({ parts }) => parts.length === 0)) {
    return (
      <Text size="sm" c="dimmed">
        {t('calendar.none')}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('calendar.zone', { zone: zoneNameOf(zone) })}
      </Text>
      <ol className={classes.days} aria-label={t('calendar.title')}>
        {days.map((day) => (
          <Day key={day.date} day={day} places={places} />
        ))}
      </ol>
    </>
  );
}

type DayProps = { day: CalendarDay; places: ReadonlyMap<number, SeenNode> | undefined };

function Day({ day: { date, parts, more }, places }: DayProps) {
  const { t } = useTranslation('alarm-maintenance');
  const times = useLocalTimes();
  return (
    <li className={classes.day} data-empty={parts.length === 0 || undefined}>
      <div className={classes.date}>{times.weekdayAndDay(date)}</div>
      {parts.length > 0 && (
        <ul className={classes.parts}>
          {parts.map((part) => (
            <Part
              key={`${part.span.cause} ${part.span.window_id} ${part.span.name} ${part.span.starts_at}`}
              part={part}
              date={date}
              place={part.span.company_id === null ? undefined : places?.get(part.span.company_id)?.name}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {t('calendar.more', { count: more })}
        </Text>
      )}
    </li>
  );
}

function Part({ part: { span, from, to }, date, place }: { part: DayPart; date: string; place: string | undefined }) {
  const { t } = useTranslation('alarm-maintenance');
  const times = useLocalTimes();
  const clock = (time: string): string => times.time(`${date}T${time}`);
  const hours =
    span.ends_at === null
      ? t('calendar.until_done')
      : from === null && to === null
        ? t('calendar.all_day')
        : [from === null ? '' : clock(from), to === null ? '' : clock(to)].join('–');
  return (
    <li className={classes.part} data-cause={span.cause}>
      <span className={classes.hours}>{hours}</span>
      <span>{span.cause === 'window' ? span.name : t(`calendar.${span.cause}`, { name: span.name })}</span>
      {place !== undefined && <span className={classes.place}>{place}</span>}
    </li>
  );
}
