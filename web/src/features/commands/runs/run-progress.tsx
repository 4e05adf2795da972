import { Progress, Text } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import type { CommandRun, CommandRunState } from '@belfry/schemas/http/command-runs/runs';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { Dot, type RowState } from '../../../kit/list/index.ts';
import classes from './runs.module.css';

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

const DOTS: Record<CommandRunState, RowState> = {
  running: 'ok',
  paused: 'look',
  stopped: 'wrong',
  finished: 'ok',
  cancelled: 'off',
};

export function RunState({ state }: { state: CommandRunState }) {
  const { t } = useTranslation('command-runs');
  return <Dot state={DOTS[state]} text={t(`state.${state}`)} />;
}
