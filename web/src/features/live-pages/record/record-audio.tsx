import type { Audio } from '@belfry/schemas/http/library/audio';
import { Button, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { useTimes } from '../../../lib/times.ts';
import { MicrophoneCard } from '../audio/microphone-card.tsx';
import { useMicrophone } from '../audio/use-microphone.ts';
import { useStore } from '../store.ts';
import { RecordButton } from './record-button.tsx';
import { createRecorder, samplesOf, spokenPart, type Part } from './recorder.ts';
import { RecordingEditor } from './recording-editor.tsx';
import { useKeeping } from './use-keeping.ts';

const NAME_MAX = 80;

type Props = { label: string; onRecorded: (audio: Audio) => void };

export function RecordAudio({ label, onRecorded }: Props) {
  const { t } = useTranslation('live-pages');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMicrophone size={16} aria-hidden />}
        aria-label={t('record.record_for', { label })}
        onClick={() => setOpened(true)}
      >
        {t('record.record')}
      </Button>
      {opened && (
        <RecordDialog
          label={label}
          onClose={() => setOpened(false)}
          onRecorded={(audio) => {
            setOpened(false);
            onRecorded(audio);
          }}
        />
      )}
    </>
  );
}

type DialogProps = { label: string; onClose: () => void; onRecorded: (audio: Audio) => void };

/** Records into the library; `label` is what it is for. */
export function RecordDialog({ label, onClose, onRecorded }: DialogProps) {
  const { t } = useTranslation(['live-pages', 'common']);
  const { moment } = useTimes();
  const microphone = useMicrophone();
  const [recorder] = useState(createRecorder);
  const state = useStore(recorder.state);
  const [part, setPart] = useState<Part | null>(null);
  const [name, setName] = useState(() => t('record.name_of', { time: moment(Date.now()) }).slice(0, NAME_MAX));
  const { keeping, keep, reset } = useKeeping();
  useEffect(() => () => recorder.discard(), [recorder]);
  const isBusy = keeping.step === 'uploading';
  const begin = async (): Promise<void> => {
    setPart(null);
    reset();
    const session = await microphone.use().catch(() => null);
    if (session) recorder.start(session);
  };
  const submit = async (): Promise<void> => {
    if (state.status !== 'recorded' || name.trim() === '') return;
    const { recording } = state;
    const audio = await keep({ name: name.trim(), samples: samplesOf(recording, part ?? spokenPart(recording)) });
    if (audio) onRecorded(audio);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('record.record_for', { label })}
      closeOnEscape={!isBusy}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <MicrophoneCard session={microphone} locked={state.status === 'recording'} />
          <RecordButton state={state} disabled={isBusy} onStart={() => void begin()} onStop={() => recorder.stop()} />
          {state.status === 'recorded' && (
            <>
              <RecordingEditor recording={state.recording} part={part} onPart={setPart} disabled={isBusy} />
              <TextInput
                label={t('record.name')}
                value={name}
                maxLength={NAME_MAX}
                error={name.trim() === '' && t('record.name_missing')}
                disabled={isBusy}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
            </>
          )}
          {keeping.step === 'uploading' && (
            <Progress value={keeping.share * 100} animated={keeping.share === 1} aria-label={t('record.uploading')} />
          )}
          {keeping.step === 'failed' && (
            <Text size="sm" c="error" role="alert">
              {keeping.message}
            </Text>
          )}
          <FormButtons
            submitLabel={t('record.keep')}
            submitting={isBusy}
            submitDisabled={state.status !== 'recorded' || name.trim() === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
