import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import type { Report } from '@belfry/schemas/http/reports';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { timesIn } from '../../lib/times.ts';
import { Availability } from './availability.tsx';
import { nameOfMonth } from './reports-api.ts';
import classes from './reports.module.css';
import { useDuration } from './use-duration.ts';

/** A report: availability, alarms with their times, and announcements that were not heard. */
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
            t('zone', { zone: report.time_zone }),
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
  const { expected, heard } = announcements;
  if (expected === 0) return <Text size="sm">{t('missed.nothing')}</Text>;
  return (
    <>
      <Text size="sm" mb={missed.length > 0 ? 'xs' : 0}>
        {missed.length === 0
          ? t('missed.none')
          : t('missed.heard', { heard: formatCount(heard, locale), expected: formatCount(expected, locale) })}
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
