import type { Voice } from '@belfry/schemas/http/speech/voices';
import { ActionIcon, Button } from '@mantine/core';
import { IconBan, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusAfter } from '../../../../../lib/focus.ts';
import type { VoiceActions } from '../../catalogue/voice-actions.ts';
import classes from './voice-cells.module.css';

type Props = {
  voice: Voice;
  actions: VoiceActions;
  /** Shows texts beside the icons. */
  wide?: boolean;
};

/** Block or unblock, and rename. */
export function VoiceButtons({ voice, actions, wide = false }: Props) {
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
    <div className={classes.buttons}>
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
          size={30}
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
        size={30}
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
