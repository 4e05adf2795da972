import type { Report, ReportDevice } from '@belfry/schemas/http/reports';
import { Progress, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useLocale } from '../../lib/i18n.ts';
import classes from './reports.module.css';
import { useDuration } from './use-duration.ts';

/** Rows that the page shows; all of them are in the file. */
const SHOWN = 100;

type Figures = Report['total'];
type Props = { report: Report; dayOf: (at: string) => string };

/** How long devices were online: all together, by place and one by one, the least available first. */
export function Availability({ report: { total, places, devices }, dayOf }: Props) {
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
  const shown = percent === null ? null : percent < 100 ? Math.min(percent, 99.99) : 100;
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <span className={classes.figure}>{shown === null ? t('availability.unknown') : format.format(shown / 100)}</span>
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
