import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import card from './device-card.module.css';
import figures from './card-figures.module.css';
import grid from './device-grid.module.css';

/** Cards that are on their way, in the shape and number of those to come, so that nothing jumps when they arrive. */
export function DeviceCardSkeletons({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <output className={grid.grid} aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </output>
  );
}

function CardSkeleton() {
  return (
    <div className={card.card} aria-hidden>
      <Skeleton height={24} width="75%" />
      <Skeleton height={18} width="55%" />
      <Skeleton height={20} />
      <div className={figures.figures}>
        {PLAYER_CHANNELS.map((channel) => (
          <Skeleton key={channel} height={47} />
        ))}
      </div>
      {PLAYER_CHANNELS.map((channel) => (
        <Skeleton key={channel} height={22} />
      ))}
      <Skeleton height={28} width={60} ms="auto" />
    </div>
  );
}
