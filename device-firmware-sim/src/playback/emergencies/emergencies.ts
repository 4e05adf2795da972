import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { Clock } from '../../hardware/clock.ts';
import type { Flash } from '../../hardware/flash.ts';
import type { Announcer } from '../announcer.ts';
import { speechOfCommand } from '../speech/speech.ts';

/** An emergency that nobody has ended after this time is over; see ANN-11. */
const EMERGENCY_MAX_MS = 24 * 3_600_000;
const EMERGENCIES_MAX = 20;

/** Emergencies that repeat until "all clear", also after a loss of power; see PLAY-4. */
export function createEmergencies({ flash, clock, announcer }: { flash: Flash; clock: Clock; announcer: Announcer }) {
  const { memory } = flash;

  function set(emergencies: typeof memory.emergencies): void {
    memory.emergencies = emergencies.slice(-EMERGENCIES_MAX);
    flash.changed();
  }

  function forget(runId: string): void {
    const others = memory.emergencies.filter(({ params }) => params.run_id !== runId);
    if (others.length < memory.emergencies.length) set(others);
  }

  return {
    /** Keeps it if it repeats until it is stopped. */
    keep(params: CommandParams<'play'>): void {
      const isKept = memory.emergencies.some((kept) => kept.params.run_id === params.run_id);
      if (params.priority !== 'emergency' || params.repeat !== 0 || isKept) return;
      set([...memory.emergencies, { params, until: clock.now() + EMERGENCY_MAX_MS }]);
    },
    forget,
    /** Speaks those again that were not stopped before power was lost. */
    resume(): void {
      for (const { params, until } of memory.emergencies) announcer.say(speechOfCommand(params, until));
    },
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
