import { OUTPUT_PULSE_MS, type OutputState } from '@belfry/schemas/domain/outputs';
import type { OutputMessage } from '@belfry/schemas/mqtt/messages';
import { isoTime, type Clock } from '../hardware/clock.ts';
import { CommandError } from './types.ts';

/** What switches the outputs of a device; a pulse is switched on and off by its caller. */
export type OutputDriver = {
  names: readonly string[];
  /** Rejects with why it was not switched, for users. */
  switch(output: string, isOn: boolean): Promise<void>;
};

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
  const pulses = new Map<string, () => void>();

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

  return {
    /** Resolves when it is switched; a pulse ends by itself. Throws CommandError for an output that it does not have, or that fails. */
    async switch(output: string, state: OutputState, durationMs = OUTPUT_PULSE_MS): Promise<void> {
      if (!states.has(output)) throw new CommandError('no_output', `this device has no output ${output}`);
      pulses.get(output)?.();
      pulses.delete(output);
      await set(output, state !== 'off');
      note(output, state);
      if (state !== 'pulse') return;
      const end = async (): Promise<void> => {
        pulses.delete(output);
        await set(output, false).then(
          () => note(output, 'off'),
          () => note(output, 'on'),
        );
      };
      pulses.set(
        output,
        clock.after(durationMs, () => void end()),
      );
    },
    /** Must be called after each connection. */
    connected(): void {
      for (const message of states.values()) publish(message);
    },
  };
}
