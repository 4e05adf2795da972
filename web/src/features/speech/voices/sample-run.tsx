import type { SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { Button, Group, Paper, Progress, Text, List, ScrollArea } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useEffect, useRef, useState } from 'react';
import { useVoiceToasts } from './use-catalogue.ts';
import { useStartSampleRunMutation, useChangeSampleRunMutation, useGetSampleRunQuery } from './voices-api.ts';
import type { CatalogueFilters } from './voice-filters.tsx';
import classes from './voices.module.css';

type Props = { run: SampleRun; changing: boolean; onChange: (to: 'pause' | 'resume' | 'stop') => void };
/** The progress of the bulk creation, with Pause, Resume and Stop. Only its end is announced to screen readers, because there may be hundreds of steps. */
export function SampleRunProgress({ run, changing, onChange }: Props) {
  const { t } = useTranslation('voices');
  const done = run.success + run.error_count;
  const paused = run.state === 'paused';
  return (
    <Paper component="section" withBorder className={classes.run ?? ''} aria-label={t('run.progress')}>
      <div className={classes.texts}>
        <Text size="sm" fw={600}>
          {t(paused ? 'run.paused' : 'run.progress')}
        </Text>
        {run.current && (
          <Text size="sm" className={classes.step}>
            {t('run.step', { position: done + 1, total: run.total, name: run.current.display_name })}
          </Text>
        )}
        <Text size="sm" c="dimmed" className={classes.tally}>
          {t('run.tally', { success: run.success, errors: run.error_count })}
        </Text>
        {run.pause_reason === 'provider' && (
          <Text size="sm" role="alert" c="var(--bf-warning)">
            {t('run.provider_unavailable', { reason: run.last_error ?? '' })}
          </Text>
        )}
        <SampleRunErrors run={run} />
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          leftSection={
            paused ? <IconPlayerPlayFilled size={14} aria-hidden /> : <IconPlayerPauseFilled size={14} aria-hidden />
          }
          disabled={changing}
          onClick={() => onChange(paused ? 'resume' : 'pause')}
        >
          {t(paused ? 'run.resume' : 'run.pause')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
          disabled={changing}
          onClick={() => onChange('stop')}
        >
          {t('run.stop')}
        </Button>
      </Group>
      <Progress
        className={classes.runBar ?? ''}
        value={(100 * done) / run.total}
        aria-label={t('run.progress')}
        size="sm"
        transitionDuration={200}
      />
    </Paper>
  );
}

function SampleRunErrors({ run: { errors, error_count } }: { run: SampleRun }) {
  const { t } = useTranslation('voices');
  if (errors.length === 0) return null;
  return (
    <details>
      <summary>{t('run.errors', { count: error_count })}</summary>
      <ScrollArea.Autosize
        mah={160}
        viewportProps={{ tabIndex: 0, 'aria-label': t('run.errors', { count: error_count }) }}
      >
        <List size="sm">
          {errors.map(({ voice_name, display_name, error }) => (
            <List.Item key={voice_name}>
              {display_name}: {error}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </details>
  );
}

/** Beside the events, which may be lost. */
const POLL_MS = 2_000;
const isActive = ({ state }: SampleRun): boolean => state === 'running' || state === 'paused';

/** More successes than errors are a success, anything else is a warning; see VOICE-14. */
const toneOf = ({ success, error_count }: Pick<SampleRun, 'success' | 'error_count'>): 'success' | 'warning' =>
  success > error_count ? 'success' : 'warning';

/** The bulk creation of samples, which the server carries out and every console shows; see VOICE-14. */
export function useSampleRun() {
  const { t } = useTranslation('voices');
  const { showToast, fail } = useVoiceToasts();
  const [polled, setPolled] = useState(0);
  const { data: run } = useGetSampleRunQuery(undefined, { pollingInterval: polled });
  const [startRun, starting] = useStartSampleRunMutation();
  const [changeRun, changing] = useChangeSampleRunMutation();
  const active = run && isActive(run) ? run : null;
  const interval = active ? POLL_MS : 0;
  if (polled !== interval) setPolled(interval);

  // The end is reported of a run that this page has shown or started.
  const watched = useRef<number>(null);
  useEffect(() => {
    if (!run) return;
    if (isActive(run)) watched.current = run.id;
    else if (watched.current === run.id) {
      watched.current = null;
      showToast(toneOf(run), t('run.done', { success: run.success, errors: run.error_count }));
    }
  });

  const start = async ({ q, language, blocked, voice_type, gender }: CatalogueFilters): Promise<void> => {
    const { data, error } = await startRun({ q, language, blocked, voice_type, gender });
    if (error) return fail(t('run.failed'), error);
    if (data === null) return showToast('info', t('run.nothing'));
    if (data) watched.current = data.id;
  };
  const change = async (to: 'pause' | 'resume' | 'stop'): Promise<void> => {
    const { error } = await changeRun(to);
    if (error) fail(t('run.failed'), error);
  };
  return { busy: starting.isLoading || active !== null, run: active, changing: changing.isLoading, start, change };
}
