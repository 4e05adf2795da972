import { Paper, Stack } from '@mantine/core';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { MicrophoneCard } from '../audio/microphone-card.tsx';
import { useMicrophone } from '../audio/use-microphone.ts';
import { useStore } from '../store.ts';
import { createRecorder, type Part } from './recorder.ts';
import { RecordButton } from './record-button.tsx';
import { RecordingEditor } from './recording-editor.tsx';
import { SendingForm } from './sending-form.tsx';
import { useSending } from './use-sending.ts';
import classes from '../live-pages.module.css';

type Props = {
  /** null: no place is chosen. */
  targets: TargetsInput | null;
  picker: ReactNode;
  renderRun: (runId: string) => ReactNode;
};

export function RecordPanel({ targets, picker, renderRun }: Props) {
  const { t } = useTranslation('live-pages');
  const microphone = useMicrophone();
  const [recorder] = useState(createRecorder);
  const state = useStore(recorder.state);
  const [part, setPart] = useState<Part | null>(null);
  const sending = useSending();
  useEffect(() => () => recorder.discard(), [recorder]);
  const isBusy = sending.sending.step === 'waiting' || sending.sending.step === 'uploading';
  const begin = async (): Promise<void> => {
    setPart(null);
    sending.reset();
    // What is wrong with the microphone is said where it is chosen.
    const opened = await microphone.use().catch(() => null);
    if (opened) recorder.start(opened);
  };
  return (
    <Stack gap="md">
      <div className={classes.form}>
        <Stack gap="md" className={classes.what ?? ''}>
          <MicrophoneCard session={microphone} locked={state.status === 'recording'} />
          <Paper withBorder p="md" component="section" aria-label={t('record.title')}>
            <Stack gap="sm">
              <RecordButton
                state={state}
                disabled={isBusy}
                onStart={() => void begin()}
                onStop={() => recorder.stop()}
              />
              {state.status === 'recorded' && (
                <RecordingEditor recording={state.recording} part={part} onPart={setPart} disabled={isBusy} />
              )}
            </Stack>
          </Paper>
        </Stack>
        <Paper withBorder p="md" className={classes.places ?? ''}>
          {picker}
        </Paper>
        <div className={classes.result}>
          {state.status === 'recorded' && (
            <SendingForm recording={state.recording} part={part} targets={targets} sending={sending} />
          )}
        </div>
      </div>
      {sending.sending.step === 'sent' && <div key={sending.sending.runId}>{renderRun(sending.sending.runId)}</div>}
    </Stack>
  );
}
