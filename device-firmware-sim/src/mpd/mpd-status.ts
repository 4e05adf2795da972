import type { MpdAnswer } from './mpd-response.ts';

/** The answer to `status`, as far as it is used. */
export type MpdStatus = {
  state: 'play' | 'pause' | 'stop';
  /** 0 to 100; null where nothing was opened yet. */
  volume: number | null;
  /** Seconds. */
  elapsed: number;
  /** Whether the format of what plays is known, so that it sounds. */
  decoded: boolean;
  /** Why the last song stopped. */
  error: string | null;
};

export function readStatus(answer: MpdAnswer): MpdStatus {
  const value = (name: string): string | undefined => answer.get(name)?.[0];
  const state = value('state');
  const volume = Number(value('volume') ?? -1);
  return {
    state: state === 'play' || state === 'pause' ? state : 'stop',
    volume: volume >= 0 ? volume : null,
    elapsed: Number(value('elapsed') ?? 0),
    decoded: value('audio') !== undefined,
    error: value('error') ?? null,
  };
}
