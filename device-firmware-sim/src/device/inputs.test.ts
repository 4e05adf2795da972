import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import type { InputChange } from '../hardware/input-journal.ts';
import { createInputs } from './inputs.ts';

it('notes each change of a button once, and reports it', () => {
  const noted: InputChange[] = [];
  let added = 0;
  const setInput = createInputs({
    flash: { noteInput: (change) => void noted.push(change) },
    clock: createManualClock(),
    inputs: { added: () => void added++ },
  });
  setInput('panic', 'off');
  setInput('panic', 'on');
  setInput('panic', 'on');
  setInput('door', 'on');
  setInput('panic', 'off');
  expect(noted.map(({ input, state }) => `${input} ${state}`)).toEqual(['panic on', 'door on', 'panic off']);
  expect(added).toBe(3);
});
