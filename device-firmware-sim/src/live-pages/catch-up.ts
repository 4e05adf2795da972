import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';

/** A device catches up when it is late for this time without a break; the reserve covers a shorter lateness. */
const LATE_FOR_MS = 250;
const STEP_MS = 60;
/** A lateness below `nothing` is not heard; from `frame` on a whole frame is left out, below it parts of frames. */
const LATE_MS = { nothing: 5, frame: PAGE_FRAME_MS - 5 } as const;
const SHORTEN_MAX_MS = 10;

/** `drops`: one frame is left out, the quietest that waits; otherwise the next one is so much shorter. */
type Decision = { drops: boolean; shortenMs: number };

export function createCatchUp() {
  let lateSince: number | null = null;
  let steppedAt = -Infinity;

  return {
    /** @param lateMs by how much what is heard at `heardAt` is late @param waiting frames */
    decide(heardAt: number, lateMs: number, waiting: number): Decision {
      if (lateMs <= LATE_MS.nothing) lateSince = null;
      else lateSince ??= heardAt;
      const isDue = lateSince !== null && heardAt - lateSince >= LATE_FOR_MS && heardAt - steppedAt >= STEP_MS;
      if (!isDue) return { drops: false, shortenMs: 0 };
      steppedAt = heardAt;
      if (lateMs >= LATE_MS.frame && waiting > 1) return { drops: true, shortenMs: 0 };
      return { drops: false, shortenMs: Math.min(lateMs, SHORTEN_MAX_MS) };
    },
  };
}
