import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = { name: string; state: 'off' | 'waiting' | 'on'; onPlay: () => void; onStop: () => void };

/** Plays, or stops what plays. */
export function PlayButton({ name, state, onPlay, onStop }: Props) {
  const { t } = useTranslation('library');
  const Mark = state === 'off' ? IconPlayerPlay : IconPlayerStop;
  return (
    <ActionIcon
      variant="light"
      size={36}
      radius="xl"
      aria-label={t(state === 'off' ? 'listen' : 'stop', { name })}
      loading={state === 'waiting'}
      onClick={state === 'off' ? onPlay : onStop}
    >
      <Mark size={18} aria-hidden />
    </ActionIcon>
  );
}
