import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { listMicrophones, openMicrophone } from './microphone.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

function browser() {
  const audio = fakeBrowserAudio();
  ends.push(audio.restore);
  return audio;
}

it('lists two inputs to which the browser gives one id as one', async () => {
  browser();
  const input = { kind: 'audioinput', deviceId: 'same', label: 'Headset' };
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([input, input] as MediaDeviceInfo[]);
  expect(await listMicrophones()).toEqual([{ deviceId: 'same', label: 'Headset' }]);
});

it('says so and lets the microphone go where the browser never starts its sound', async () => {
  vi.useFakeTimers();
  const audio = browser();
  vi.spyOn(AudioContext.prototype, 'resume').mockReturnValue(new Promise(() => undefined));
  const failure = openMicrophone().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failure).toMatchObject({ fault: 'no_output' });
  expect(audio.isStopped()).toBe(true);
});
