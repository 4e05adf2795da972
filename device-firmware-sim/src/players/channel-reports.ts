import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Clock } from '../hardware/clock.ts';

type ChannelReportsOptions = {
  clock: Clock;
  /** How often the position of a playing channel is reported, in milliseconds. */
  positionMs: number;
  publish: (channel: PlayerChannel) => void;
};

/** Reports each change of a channel at once, and remembers when, so that positions are reported at intervals. */
export function createChannelReports({ clock, positionMs, publish }: ChannelReportsOptions) {
  const reportedAt: Record<PlayerChannel, number> = { voice: 0, music: 0, radio: 0 };
  function report(channel: PlayerChannel): void {
    reportedAt[channel] = clock.monotonic();
    publish(channel);
  }

  return {
    report,
    /** Whether the position of a playing channel must be reported again. */
    isPositionDue: (channel: PlayerChannel): boolean => clock.monotonic() - reportedAt[channel] >= positionMs,
  };
}
