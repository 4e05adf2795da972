import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { Report, ReportDevice } from '@belfry/schemas/http/reports';
import { Paper, Stack, Text, Title, Progress } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { timesIn } from '../../lib/times.ts';
import { nameOfMonth } from './reports-api.ts';
import classes from './reports.module.css';

export function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const locale = useLocale();
  // Of the node, and not of the reader: so its days are.
  const times = timesIn(locale, report.time_zone);
  const isPartly = report.figures_from !== report.from;
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h4">
          {t('title', { name: report.name, month: nameOfMonth(report.month, locale) })}
        </Title>
        <Text size="sm" c="dimmed">
          {[
            t('zone', { zone: zoneCity(report.time_zone, locale) }),
            t('until', { at: times.moment(report.to) }),
            ...(isPartly ? [t('figures_from', { at: times.moment(report.figures_from) })] : []),
          ].join(' · ')}
        </Text>
      </div>
      <Block title={t('availability.title')}>
        <Availability report={report} dayOf={times.day} />
      </Block>
      <Block title={t('alarms.title')}>
        <Alarms alarms={report.alarms} />
      </Block>
      <Block title={t('missed.title')}>
        <Missed report={report} />
      </Block>
    </Stack>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={3} size="h5" id={id} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Alarms({ alarms }: Pick<Report, 'alarms'>) {
  const { t } = useTranslation(['reports', 'alarms']);
  const nameOf = useTexts(ALARM_NAMES);
  const duration = useDuration();
  if (alarms.length === 0) return <Text size="sm">{t('alarms.none')}</Text>;
  return (
    <ul className={classes.rows}>
      {alarms.map((row) => (
        <li key={row.kind} className={classes.row}>
          <span className={classes.name}>{nameOf[row.kind]}</span>
          <span className={classes.figure}>{t('alarms.count', { count: row.count })}</span>
          <span className={classes.detail}>
            {[
              row.open > 0 && t('alarms.open', { count: row.open }),
              timesOf('alarms.acknowledged', row.acknowledge_median_s, row.acknowledge_longest_s),
              timesOf('alarms.repaired', row.repair_median_s, row.repair_longest_s),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );

  function timesOf(
    key: 'alarms.acknowledged' | 'alarms.repaired',
    median: number | null,
    longest: number | null,
  ): string | null {
    if (median === null || longest === null) return null;
    return t(key, { median: duration(median), longest: duration(longest) });
  }
}

function Missed({ report: { announcements, missed } }: { report: Report }) {
  const { t } = useTranslation('reports');
  const locale = useLocale();
  const reasonText = useReasonText();
  const { expected, heard, sent } = announcements;
  if (expected === 0) return <Text size="sm">{t('missed.nothing')}</Text>;
  return (
    <>
      <Text size="sm" mb={missed.length > 0 ? 'xs' : 0}>
        {missed.length === 0 && sent === 0
          ? t('missed.none')
          : t('missed.heard', { heard: formatCount(heard, locale), expected: formatCount(expected, locale) })}
        {sent > 0 && ` ${t('missed.sent', { count: sent, formatted: formatCount(sent, locale) })}`}
      </Text>
      <ul className={classes.rows}>
        {missed.map(({ place, reason, count }) => (
          <li key={`${place} ${reason}`} className={classes.row}>
            <span className={classes.name}>{place}</span>
            <span className={classes.figure}>{t('missed.count', { count })}</span>
            <span className={classes.detail}>{reason === null ? t('missed.silent') : reasonText(reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Rows that the page shows; all of them are in the file. */
const SHOWN = 100;

type Figures = Report['total'];
type Props = { report: Report; dayOf: (at: string) => string };

/** How long devices were online: all together, by place and one by one, the least available first. */
function Availability({ report: { total, places, devices }, dayOf }: Props) {
  const { t } = useTranslation('reports');
  if (total.devices === 0) return <Text size="sm">{t('availability.none')}</Text>;
  return (
    <>
      <ul className={classes.rows}>
        <Row
          name={t('availability.total')}
          figures={total}
          note={t('availability.device_count', { count: total.devices })}
        />
      </ul>
      {places.length > 1 && (
        <List title={t('availability.places')} count={places.length}>
          {places.slice(0, SHOWN).map((place) => (
            <Row
              key={place.company_id}
              name={place.place}
              figures={place}
              note={t('availability.device_count', { count: place.devices })}
            />
          ))}
        </List>
      )}
      <List title={t('availability.devices')} count={devices.length}>
        {devices.slice(0, SHOWN).map((device) => (
          <Row key={device.serial} name={nameOf(device)} figures={device} note={noteOf(device)} />
        ))}
      </List>
    </>
  );

  function noteOf({ serial, since }: ReportDevice): string {
    return since === null ? serial : `${serial} · ${t('availability.since', { day: dayOf(since) })}`;
  }
}

const nameOf = ({ name, place }: ReportDevice): string => (place === null ? name : `${name}, ${place}`);

function List({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const { t } = useTranslation('reports');
  return (
    <>
      <Title order={4} size="h6" mt="md" mb={4}>
        {title}
      </Title>
      <ul className={classes.rows} aria-label={title}>
        {children}
      </ul>
      {count > SHOWN && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('availability.more', { count: count - SHOWN })}
        </Text>
      )}
    </>
  );
}

type RowProps = {
  name: string;
  note: string;
  figures: Pick<Figures, 'percent' | 'online_s' | 'counted_s' | 'maintenance_s'>;
};

function Row({ name, note, figures: { percent, online_s, counted_s, maintenance_s } }: RowProps) {
  const { t } = useTranslation('reports');
  const locale = useLocale();
  const duration = useDuration();
  const away = Math.max(0, counted_s - online_s);
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  // Nearly all of the time is not all of it.
  const rounded = percent === null ? null : percent < 100 ? Math.min(percent, 99.99) : 100;
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <span className={classes.figure}>
        {rounded === null ? t('availability.unknown') : format.format(rounded / 100)}
      </span>
      {percent !== null && <Progress value={percent} size="xs" className={classes.bar ?? ''} aria-hidden />}
      <span className={classes.detail}>
        {[
          note,
          ...(away >= 60 ? [t('availability.away', { time: duration(away) })] : []),
          ...(maintenance_s > 0 ? [t('availability.maintenance', { time: duration(maintenance_s) })] : []),
        ].join(' · ')}
      </span>
    </li>
  );
}

/** A duration in the language of the console: `5 min`, `2 h 5 min`, `3 d 4 h`. */
function useDuration(): (seconds: number) => string {
  const { t } = useTranslation('reports');
  return (seconds) => {
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return t('time.minutes', { count: minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 48) return t('time.hours', { hours, minutes: minutes % 60 });
    return t('time.days', { days: Math.floor(hours / 24), hours: hours % 24 });
  };
}
