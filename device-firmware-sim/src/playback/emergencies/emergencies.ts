import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { Clock } from '../../hardware/clock.ts';
import type { Flash } from '../../hardware/flash.ts';
import type { Announcer } from '../announcer.ts';
import { speechOfCommand } from '../speech/speech.ts';

/** An emergency that nobody has ended after this time is over; see ANN-11. */
const EMERGENCY_MAX_MS = 24 * 3_600_000;
const EMERGENCIES_MAX = 20;
/** After a start the device waits for an "all clear" that was said meanwhile: so long once it is connected, and so long without network. */
const CLEARED_WITHIN_MS = 3_000;
const CONNECTED_WITHIN_MS = 10_000;

/** Emergencies that repeat until "all clear", also after a loss of power; see PLAY-4. */
export function createEmergencies({ flash, clock, announcer }: { flash: Flash; clock: Clock; announcer: Announcer }) {
  const { memory } = flash;
  /** Those that were not stopped before power was lost are spoken again. */
  let waits = false;

  function set(emergencies: typeof memory.emergencies): void {
    memory.emergencies = emergencies.slice(-EMERGENCIES_MAX);
    flash.changed();
  }

  /** @returns whether it would have been spoken again */
  function forget(runId: string): boolean {
    const others = memory.emergencies.filter(({ params }) => params.run_id !== runId);
    const wasKept = others.length < memory.emergencies.length;
    if (wasKept) set(others);
    return wasKept;
  }

  function speakAgain(): void {
    if (!waits) return;
    waits = false;
    for (const { params, until } of memory.emergencies) announcer.say(speechOfCommand(params, until));
  }

  return {
    /** Keeps it if it repeats until it is stopped. */
    keep(params: CommandParams<'play'>): void {
      const isKept = memory.emergencies.some((kept) => kept.params.run_id === params.run_id);
      if (params.priority !== 'emergency' || params.repeat !== 0 || isKept) return;
      set([...memory.emergencies, { params, until: clock.now() + EMERGENCY_MAX_MS }]);
    },
    forget,
    /** Speaks those again that were not stopped before power was lost, unless an "all clear" waits for the device; see PLAY-4. */
    resume(): void {
      waits = memory.emergencies.length > 0;
      if (waits) clock.after(CONNECTED_WITHIN_MS, speakAgain);
    },
    connected(): void {
      if (waits) clock.after(CLEARED_WITHIN_MS, speakAgain);
    },
    switchedOff: (): void => void (waits = false),
    /** Must be called once a second. */
    tick(): void {
      if (memory.emergencies.length === 0) return;
      for (const { params, until } of memory.emergencies) {
        if (until > clock.now()) continue;
        forget(params.run_id);
        announcer.stop(params.run_id);
      }
    },
  };
}
