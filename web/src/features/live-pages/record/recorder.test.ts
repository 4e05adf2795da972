import { expect, it } from 'vitest';
import { fakeMicrophone } from '../testing/fake-talk.ts';
import { createRecorder, lengthMs, RECORDING_MAX_MS, samplesOf, spokenPart } from './recorder.ts';

function recorded(values: readonly number[]) {
  const recorder = createRecorder();
  const input = fakeMicrophone();
  recorder.start(input.microphone);
  for (const value of values) input.speak(value);
  recorder.stop();
  const state = recorder.state.get();
  if (state.status !== 'recorded') throw new Error(state.status);
  return { recorder, input, recording: state.recording };
}

it('records what is said until it is stopped', () => {
  const { recording, input } = recorded([0.5, 0.25]);
  expect(lengthMs(recording)).toBe(80);
  expect(recording.peaks).toEqual([0.5, 0.25]);
  expect(recording.samples).toHaveLength(3_840);
  expect([recording.samples[0], recording.samples.at(-1)]).toEqual([16_384, 8_192]);
  expect(input.listeners()).toBe(0);
});

it('ends by itself at the longest recording', () => {
  const recorder = createRecorder();
  const input = fakeMicrophone();
  recorder.start(input.microphone);
  for (let count = 0; count <= RECORDING_MAX_MS / 40; count++) input.speak();
  const state = recorder.state.get();
  expect(state.status === 'recorded' && lengthMs(state.recording)).toBe(RECORDING_MAX_MS);
});

it('keeps what was recorded when the microphone is unplugged, and nothing of an empty recording', () => {
  const recorder = createRecorder();
  const input = fakeMicrophone();
  recorder.start(input.microphone);
  input.speak();
  input.fail('unplugged');
  expect(recorder.state.get().status).toBe('recorded');
  recorder.start(input.microphone);
  recorder.stop();
  expect(recorder.state.get().status).toBe('empty');
});

it('proposes the part in which somebody speaks', () => {
  const silence = Array.from({ length: 25 }, () => 0);
  const { recording } = recorded([...silence, 0.5, 0, 0.5, ...silence]);
  expect(spokenPart(recording)).toEqual([800, 1_320]);
  expect(samplesOf(recording, [1_000, 1_040]).every((sample) => sample === 16_384)).toBe(true);
  expect(spokenPart(recorded(silence).recording)).toEqual([0, 1_000]);
});
