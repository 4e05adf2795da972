import type { Voice } from '@belfry/schemas/http/speech/voices';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VoiceActions } from '../../catalogue/voice-actions.ts';
import { RenameField } from './rename-field.tsx';
import classes from './voice-cells.module.css';

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
