import { Text } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import type { Obstacle } from './use-obstacle.ts';

export function ObstacleText({ obstacle }: { obstacle: Obstacle | null }) {
  const { t } = useTranslation('live-pages');
  return (
    <Text size="sm" c={obstacle === 'away' ? 'warning' : 'dimmed'} component="output">
      {obstacle !== null && t(`obstacle.${obstacle}`)}
    </Text>
  );
}
