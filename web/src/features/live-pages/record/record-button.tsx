import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconMicrophone, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatTime } from './format-time.ts';
import { lengthMs, RECORDING_MAX_MS, type RecorderState } from './recorder.ts';
import classes from './record.module.css';

type Props = { state: RecorderState; disabled: boolean; onStart: () => void; onStop: () => void };

export function RecordButton({ state, disabled, onStart, onStop }: Props) {
  const { t } = useTranslation('live-pages');
  const isRecording = state.status === 'recording';
  const shownMs = isRecording ? state.lengthMs : state.status === 'recorded' ? lengthMs(state.recording) : 0;
  const again = state.status === 'recorded';
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap">
        {isRecording && <span className={classes.light} aria-hidden />}
        <span className={classes.time}>{formatTime(shownMs)}</span>
        <VisuallyHidden component="output">{isRecording && t('record.running')}</VisuallyHidden>
      </Group>
      {isRecording ? (
        <Button color="error" size="md" leftSection={<IconPlayerStop size={20} aria-hidden />} onClick={onStop}>
          {t('record.stop')}
        </Button>
      ) : (
        <Button
          size="md"
          variant={again ? 'default' : 'filled'}
          disabled={disabled}
          leftSection={again ? <IconRefresh size={20} aria-hidden /> : <IconMicrophone size={20} aria-hidden />}
          onClick={onStart}
        >
          {t(again ? 'record.again' : 'record.start', { minutes: RECORDING_MAX_MS / 60_000 })}
        </Button>
      )}
    </Group>
  );
}
