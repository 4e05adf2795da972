import type { InputState } from '@belfry/schemas/domain/inputs';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { JournalSender } from './journal-sender.ts';

type InputsDeps = {
  flash: Pick<Flash, 'noteInput'>;
  clock: Clock;
  inputs: Pick<JournalSender, 'added'>;
};

/** The buttons and contacts of a device. @returns what stores another state of one, from where it is sent; the same state again changes nothing */
export function createInputs({ flash, clock, inputs }: InputsDeps): (input: string, state: InputState) => void {
  const states = new Map<string, InputState>();
  return (input, state) => {
    if ((states.get(input) ?? 'off') === state) return;
    states.set(input, state);
    flash.noteInput({ input, state, at: isoTime(clock.now()) });
    inputs.added();
  };
}
