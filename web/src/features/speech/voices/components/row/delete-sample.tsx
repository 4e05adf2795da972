import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InlineConfirm } from '../../../../../ui/dialogs/inline-confirm.tsx';
import type { VoiceProps } from '../../catalogue/voice-actions.ts';

/** Delete with its inline confirmation; renders nothing without a sample. */
export function DeleteSample({ voice, work, actions }: VoiceProps) {
  const { t } = useTranslation('voices');
  if (!voice.has_sample || work !== undefined) return null;
  return (
    <InlineConfirm
      question={t('sample.delete_sure')}
      yes={t('sample.yes')}
      no={t('sample.no')}
      onConfirm={() => actions.onDelete(voice)}
    >
      {({ onClick }) => (
        <ActionIcon
          size={30}
          variant="subtle"
          color="error"
          aria-label={t('sample.delete_this', { name: voice.display_name })}
          onClick={onClick}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </InlineConfirm>
  );
}
