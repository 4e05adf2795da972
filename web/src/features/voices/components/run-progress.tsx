import { Button, Paper, Progress, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RunProgress as Run } from '../create-samples.ts';
import classes from './run-progress.module.css';

type Props = { run: Run; stopping: boolean; onStop: () => void };

/** The progress of the bulk creation, with Stop. Only its end is announced to screen readers, because there may be hundreds of steps. */
export function RunProgress({ run, stopping, onStop }: Props) {
  const { t } = useTranslation('voices');
  const done = run.success + run.errors;
  return (
    <Paper component="section" withBorder className={classes.run ?? ''} aria-label={t('run.progress')}>
      <div className={classes.texts}>
        <Text size="sm" fw={600}>
          {t('run.progress')}
        </Text>
        <Text size="sm" className={classes.step}>
          {t('run.step', { position: done + 1, total: run.total, name: run.voice.display_name })}
        </Text>
        <Text size="sm" c="dimmed" className={classes.tally}>
          {t('run.tally', { success: run.success, errors: run.errors })}
        </Text>
      </div>
      <Button
        variant="default"
        leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
        onClick={onStop}
        loading={stopping}
      >
        {t('run.stop')}
      </Button>
      <Progress
        className={classes.bar ?? ''}
        value={(100 * done) / run.total}
        aria-label={t('run.progress')}
        size="sm"
        transitionDuration={200}
      />
    </Paper>
  );
}
