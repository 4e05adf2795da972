import { Progress, Text, Badge } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import type { CommandRun, CommandRunState } from '@belfry/schemas/http/command-runs/runs';
import { IconAlertTriangle, IconBan, IconCheck, IconPlayerPause, IconPlayerPlay, type Icon } from '@tabler/icons-react';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
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

const LOOKS: Record<CommandRunState, { colour: string; icon: Icon }> = {
  running: { colour: 'company', icon: IconPlayerPlay },
  paused: { colour: 'gray', icon: IconPlayerPause },
  stopped: { colour: 'error', icon: IconAlertTriangle },
  finished: { colour: 'success', icon: IconCheck },
  cancelled: { colour: 'gray', icon: IconBan },
};

export function RunStateBadge({ state }: { state: CommandRunState }) {
  const { t } = useTranslation('command-runs');
  const { colour, icon: StateIcon } = LOOKS[state];
  return (
    <Badge size="sm" variant="light" color={colour} leftSection={<StateIcon size={12} aria-hidden />}>
      {t(`state.${state}`)}
    </Badge>
  );
}
