import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CommandRun } from '@belfry/schemas/http/commands/runs';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './runs.module.css';

/** The progress of a run: devices that have ended, by outcome, and its wave. */
export function CommandRunProgress({ run }: { run: CommandRun }) {
  const { t } = useTranslation('command-runs');
  const locale = useLocale();
  const { devices, counts, ended, failures, wave, waves } = run;
  const percent = (count: number): number => (devices === 0 ? 0 : (count / devices) * 100);
  const format = (count: number): string => formatCount(count, locale);
  return (
    <span className={classes.progress}>
      <Progress.Root size="md" component="span">
        <Progress.Section
          component="span"
          value={percent(counts.succeeded)}
          color="success"
          aria-label={t('progress.succeeded')}
        />
        <Progress.Section component="span" value={percent(failures)} color="error" aria-label={t('progress.failed')} />
        <Progress.Section
          component="span"
          value={percent(counts.cancelled)}
          color="gray"
          aria-label={t('progress.cancelled')}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" component="span" className={classes.progressCounts}>
        <span>{t('progress.ended', { ended: format(ended), devices: format(devices), count: devices })}</span>
        <span>{t('progress.wave', { wave: format(wave), waves: format(waves) })}</span>
      </Text>
    </span>
  );
}
