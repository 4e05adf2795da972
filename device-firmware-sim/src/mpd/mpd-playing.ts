/** What an MPD plays. All times are of the monotonic clock. */
export type MpdPlaying = {
  uri: string;
  /** The position was so many seconds at `anchoredAt`, which is null while it is paused. */
  anchorS: number;
  anchoredAt: number | null;
  /** Paused on an MPD that has ended meanwhile. */
  lost: boolean;
};

/** Seconds into the track. */
export function positionAt({ anchorS, anchoredAt }: MpdPlaying, now: number): number {
  return anchorS + (anchoredAt === null ? 0 : (now - anchoredAt) / 1_000);
}

export const pausedAt = (playing: MpdPlaying, now: number): MpdPlaying => ({
  ...playing,
  anchorS: positionAt(playing, now),
  anchoredAt: null,
});

export const resumedAt = (playing: MpdPlaying, now: number): MpdPlaying => ({ ...playing, anchoredAt: now });
