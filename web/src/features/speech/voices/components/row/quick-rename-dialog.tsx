import { VOICE_DISPLAY_NAME_MAX, type Voice } from '@belfry/schemas/http/speech/voices';
import { Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '../../../../../ui/dialogs/form-buttons.tsx';
import { useReturnFocus } from '../../../../../lib/hooks/use-return-focus.ts';

type Props = { voice: Voice; onRename: (voice: Voice, name: string) => Promise<boolean>; onClose: () => void };

/** The quick rename: a dialog with one field; an empty name is ignored; see VOICE-12. */
export function QuickRenameDialog({ voice, onRename, onClose }: Props) {
  const { t } = useTranslation(['voices', 'common']);
  const [typed, setTyped] = useState(voice.display_name);
  const [busy, setBusy] = useState(false);
  useReturnFocus();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const done = await onRename(voice, typed);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rename.title')}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
        <TextInput
          label={t('rename.field')}
          description={voice.voice_name}
          value={typed}
          maxLength={VOICE_DISPLAY_NAME_MAX}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          data-autofocus
        />
        <FormButtons
          mt="lg"
          submitLabel={t('rename.save')}
          submitting={busy}
          cancelDisabled={busy}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
