import { type Voice, VOICE_DISPLAY_NAME_MAX } from '@belfry/schemas/http/speech/voices';
import { UnstyledButton, ActionIcon, TextInput, Button, Badge } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { IconCheck, IconX, IconBan, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { voiceKind } from '@belfry/schemas/domain/voices';
import { useFocusAfter } from '../../../lib/focus.ts';
import { StatusText } from '../../../ui/devices/device-marks.tsx';
import { VOICE_COLOURS } from '../../../ui/voice-type-badge.tsx';
import type { SampleWork } from './use-samples.ts';
import classes from './voices.module.css';

export type VoiceActions = {
  onBlock: (voice: Voice, block: boolean) => Promise<void>;
  onRename: (voice: Voice, name: string) => Promise<boolean>;
  onQuickRename: (voice: Voice) => void;
  onCreate: (voice: Voice) => void;
  onDelete: (voice: Voice) => void;
  renamed: string | null;
  onEditName: (voice: Voice | null) => void;
};

export type VoiceProps = { voice: Voice; actions: VoiceActions; work: SampleWork | undefined };

/** The name; a click on it is the quick rename, the pencil of the row turns it into a field. */
export function VoiceName({ voice, actions }: { voice: Voice; actions: VoiceActions }) {
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
      className={classes.nameButton}
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
      <ActionIcon size={24} variant="light" loading={busy} aria-label={t('rename.save')} onClick={() => void save()}>
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size={24} variant="default" disabled={busy} aria-label={t('rename.cancel')} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type VoiceButtonsProps = {
  voice: Voice;
  actions: VoiceActions;
  wide?: boolean;
};

export function VoiceButtons({ voice, actions, wide = false }: VoiceButtonsProps) {
  const { t } = useTranslation('voices');
  const [busy, setBusy] = useState(false);
  const pencil = useFocusAfter<HTMLButtonElement>(actions.renamed === voice.voice_name);
  const { block: blocked, display_name: name } = voice;
  const label = t(blocked ? 'block.unblock_this' : 'block.block_this', { name });
  const Mark = blocked ? IconCircleCheck : IconBan;
  const colour = blocked ? 'success' : 'error';
  const toggle = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await actions.onBlock(voice, !blocked);
    setBusy(false);
  };
  return (
    <div className={classes.rowButtons}>
      {wide ? (
        <Button
          size="compact-sm"
          variant="light"
          color={colour}
          leftSection={<Mark size={16} aria-hidden />}
          aria-label={label}
          aria-busy={busy}
          onClick={() => void toggle()}
        >
          {t(blocked ? 'block.unblock' : 'block.block')}
        </Button>
      ) : (
        <ActionIcon
          size={32}
          variant="light"
          color={colour}
          aria-label={label}
          title={label}
          aria-busy={busy}
          onClick={() => void toggle()}
        >
          <Mark size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        ref={pencil}
        size={32}
        variant="default"
        aria-label={t('rename.this', { name })}
        title={t('rename.this', { name })}
        onClick={() => actions.onEditName(voice)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

export function VoiceStatus({ blocked }: { blocked: boolean }) {
  const { t } = useTranslation('voices');
  return (
    <StatusText status={blocked ? 'offline' : 'online'}>{t(blocked ? 'status.blocked' : 'status.active')}</StatusText>
  );
}

/** The type in capitals; see VOICE-17. */
export function CatalogueTypeBadge({ type }: { type: Voice['voice_type'] }) {
  const { t } = useTranslation('voices');
  return (
    <Badge
      className={classes.type ?? ''}
      variant="light"
      color={VOICE_COLOURS[voiceKind(type)]}
      radius="sm"
      data-type={type}
    >
      {t(`type.${type}`)}
    </Badge>
  );
}
