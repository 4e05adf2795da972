import { OUTPUT_PULSE_MS, type OutputState, patternMs } from '@belfry/schemas/domain/outputs';
import type { OutputMessage } from '@belfry/schemas/mqtt/messages';
import { isoTime, type Clock } from '../hardware/clock.ts';
import { CommandError } from './types.ts';

/** What switches the outputs of a device; a pulse is switched on and off by its caller. */
export type OutputDriver = {
  names: readonly string[];
  /** Rejects with why it was not switched, for users. */
  switch(output: string, isOn: boolean): Promise<void>;
  /** What is on flashes at a rate of its own: a pattern is on from its beginning to its end. */
  flashes?: boolean;
};

/** In milliseconds; `pause_ms` makes a pattern, which goes on until it is switched where it has no `repeat`. */
export type Pulses = { duration_ms?: number | undefined; pause_ms?: number | undefined; repeat?: number | undefined };

/** Of a simulated device: nothing is wired to them. */
export const simulatedOutputs = (names: readonly string[] = []): OutputDriver => ({
  names,
  switch: async () => undefined,
});
/** Of a machine that has none. */
export const noOutputs = simulatedOutputs();

type OutputsDeps = {
  driver: OutputDriver;
  clock: Clock;
  /** @returns false while the device is not connected */
  publish: (message: OutputMessage) => boolean;
};

export type Outputs = ReturnType<typeof createOutputs>;

/** The relays and others of a device: it switches them and reports what each is, after each change and each connection. */
export function createOutputs({ driver, clock, publish }: OutputsDeps) {
  const states = new Map<string, OutputMessage>(
    driver.names.map((output) => [output, { output, state: 'off', at: isoTime(clock.now()) }]),
  );
  const timers = new Map<string, () => void>();
  /** What was told last to each; what something has followed switches nothing any more. */
  const turns = new Map<string, number>();

  function note(output: string, state: OutputState): void {
    const message = { output, state, at: isoTime(clock.now()) };
    states.set(output, message);
    publish(message);
  }

  async function set(output: string, isOn: boolean): Promise<void> {
    try {
      await driver.switch(output, isOn);
    } catch (error) {
      throw new CommandError('output_failed', (error as Error).message);
    }
  }

  /** Switches it off and on again, which reports the end alone. @param began by the monotonic clock, since when it is on */
  function pulse(output: string, began: number, pulses: { onMs: number; pauseMs: number; times: number }): void {
    const { onMs, pauseMs, times } = pulses;
    const turn = turns.get(output);
    const isNewest = (): boolean => turns.get(output) === turn;
    /** The time that a driver takes counts. */
    const later = (ms: number, since: number, run: () => Promise<void>): void => {
      const rest = Math.max(0, ms - (clock.monotonic() - since));
      if (isNewest())
        timers.set(
          output,
          clock.after(rest, () => void run()),
        );
    };
    /** Resolves to when it began; null: it has failed, or something has followed. */
    const to = async (isOn: boolean): Promise<number | null> => {
      const since = clock.monotonic();
      const failed = await set(output, isOn).then(
        () => false,
        () => true,
      );
      if (failed && isNewest()) note(output, isOn ? 'off' : 'on');
      return failed || !isNewest() ? null : since;
    };
    const off = async (left: number): Promise<void> => {
      const since = await to(false);
      if (since === null) return;
      if (left <= 1) note(output, 'off');
      else later(pauseMs, since, () => on(left - 1));
    };
    const on = async (left: number): Promise<void> => {
      const since = await to(true);
      if (since !== null) later(onMs, since, () => off(left));
    };
    later(onMs, began, () => off(times));
  }

  return {
    /** Resolves when it is switched; a pulse ends by itself. Throws CommandError for an output that it does not have, or that fails. */
    async switch(output: string, state: OutputState, { duration_ms, pause_ms, repeat }: Pulses = {}): Promise<void> {
      if (!states.has(output)) throw new CommandError('no_output', `this device has no output ${output}`);
      timers.get(output)?.();
      timers.delete(output);
      const turn = (turns.get(output) ?? 0) + 1;
      turns.set(output, turn);
      const began = clock.monotonic();
      await set(output, state !== 'off');
      note(output, state);
      if (state !== 'pulse' || turns.get(output) !== turn) return;
      const onMs = duration_ms ?? OUTPUT_PULSE_MS;
      const pauseMs = pause_ms ?? 0;
      const times = repeat ?? (pause_ms === undefined ? 1 : Infinity);
      if (!driver.flashes) pulse(output, began, { onMs, pauseMs, times });
      else if (times < Infinity) {
        const wholeMs = patternMs({ duration_ms: onMs, pause_ms: pauseMs, repeat: times });
        pulse(output, began, { onMs: wholeMs, pauseMs: 0, times: 1 });
      }
    },
    /** Must be called after each connection. */
    connected(): void {
      for (const message of states.values()) publish(message);
    },
  };
}
