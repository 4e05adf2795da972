import type { ReceiptEvent } from '@belfry/schemas/domain/announcements';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';

const REASON_MAX = 300;

export type Reporter = ReturnType<typeof createReporter>;

/** Reports runs: stores each receipt in flash, from where it is sent. */
export function createReporter(flash: Pick<Flash, 'report'>, clock: Clock, added: () => void) {
  return {
    /** @param at ms since 1970 by the device's clock, by default now */
    report(run_id: string, event: ReceiptEvent, reason: string | null = null, at = clock.now()): void {
      flash.report({ run_id, event, reason: reason?.slice(0, REASON_MAX) ?? null, at: isoTime(at) });
      added();
    },
  };
}
