import { type Voice, VOICE_DISPLAY_NAME_MAX } from '@belfry/schemas/http/speech/voices';
import { UnstyledButton, ActionIcon, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VoiceActions } from '../../catalogue/voice-actions.ts';
import classes from './voice-cells.module.css';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

type Props = { voice: Voice; actions: VoiceActions };

/** The name; a click on it is the quick rename, the pencil of the row turns it into a field. */
export function VoiceName({ voice, actions }: Props) {
  const { t } = useTranslation('voices');
  const name = voice.display_name;
  if (actions.renamed === voice.voice_name) {
    return (
      <RenameField
        name={name}
        onRename={(typed) => actions.onRename(voice, typed)}
        onClose={() => actions.onEditName(null)}
      />
    );
  }
  return (
    <UnstyledButton
      className={classes.name}
      aria-label={t('rename.quick', { name })}
      aria-haspopup="dialog"
      title={t('rename.quick_hint')}
      onClick={() => actions.onQuickRename(voice)}
    >
      {name}
    </UnstyledButton>
  );
}

type RenameFieldProps = {
  name: string;
  /** Resolves to whether the field may close; a rejected name stays in it. */
  onRename: (name: string) => Promise<boolean>;
  onClose: () => void;
};
/** The name, edited in place: Enter confirms, Escape cancels; see VOICE-12. */
function RenameField({ name, onRename, onClose }: RenameFieldProps) {
  const { t } = useTranslation('voices');
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const done = await onRename(typed);
    setBusy(false);
    if (done) onClose();
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void save();
    if (event.key === 'Escape') onClose();
  };
  return (
    <div className={classes.rename}>
      <TextInput
        ref={field}
        size="xs"
        className={classes.renameInput ?? ''}
        aria-label={t('rename.of', { name })}
        value={typed}
        maxLength={VOICE_DISPLAY_NAME_MAX}
        readOnly={busy}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ActionIcon size={28} variant="light" loading={busy} aria-label={t('rename.save')} onClick={() => void save()}>
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size={28} variant="default" disabled={busy} aria-label={t('rename.cancel')} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
