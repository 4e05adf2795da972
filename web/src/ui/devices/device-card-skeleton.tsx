import { Skeleton } from '@mantine/core';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import metrics from './card-metrics.module.css';
import card from './device-card.module.css';

/** The placeholder of a card with metrics and players, as high as the card, so that nothing moves when it arrives. */
export const DeviceCardSkeleton = () => (
  <div className={card.card} aria-hidden>
    <Skeleton height={24} width="75%" />
    <Skeleton height={18} width="55%" />
    <Skeleton height={20} />
    <div className={metrics.metrics}>
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
