import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Sample } from '../use-sample.ts';

type Props = { sample: Sample; name: string; size?: number };

/** Play, or Stop while the sample is loading or playing. */
export function SampleButton({ sample: { phase, play, stop }, name, size = 36 }: Props) {
  const { t } = useTranslation('voice-samples');
  const active = phase === 'loading' || phase === 'playing';
  const Mark = active ? IconPlayerStopFilled : IconPlayerPlayFilled;
  return (
    <Tooltip label={t(active ? 'stop' : 'play')} openDelay={500}>
      <ActionIcon
        variant={active ? 'filled' : 'light'}
        color="purple"
        radius="xl"
        size={size}
        aria-label={t(active ? 'stop_of' : 'play_of', { name })}
        onClick={active ? stop : play}
      >
        <Mark size={Math.round(size / 2)} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
