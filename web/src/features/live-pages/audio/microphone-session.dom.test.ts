import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeMicrophone } from '../testing/fake-talk.ts';
import { MicrophoneError } from './faults.ts';
import { createMicrophoneSession } from './microphone-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const CHOICES = [
  { deviceId: 'built-in', label: 'Built-in' },
  { deviceId: 'usb', label: 'USB' },
];

function opened() {
  const input = fakeMicrophone();
  const asked: (string | undefined)[] = [];
  const session = createMicrophoneSession({
    open: (deviceId) => {
      asked.push(deviceId);
      return Promise.resolve(input.microphone);
    },
    list: () => Promise.resolve(CHOICES),
  });
  return { session, input, asked };
}

const ofSilence = 3_000 / 40;

it('opens a microphone once, and lists the others', async () => {
  const { session, asked } = opened();
  await Promise.all([session.use(), session.use()]);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([undefined]);
  expect(session.state.get()).toEqual({ status: 'on', fault: null, deviceId: 'built-in', choices: CHOICES });
});

it('remembers the one that was chosen', async () => {
  const { session, asked } = opened();
  await session.choose('usb');
  session.close();
  await session.use();
  expect(asked).toEqual(['usb', 'usb']);
});

it('says that nothing is heard, until something is', async () => {
  const { session, input } = opened();
  await session.use();
  for (let count = 0; count < ofSilence; count++) input.speak(0);
  expect(session.state.get().fault).toBe('silent');
  input.speak(0.5);
  expect(session.state.get().fault).toBeNull();
  expect(session.level.get()).toMatchObject({ peak: 0.5, silent: false });
});

it('says so of a microphone that gives no sound at all', async () => {
  const { session } = opened();
  await session.use();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(session.state.get().fault).toBe('silent');
});

it('says at once that it is muted or unplugged', async () => {
  const { session, input } = opened();
  await session.use();
  input.fail('muted');
  expect(session.state.get()).toMatchObject({ status: 'on', fault: 'muted' });
  input.fail(null);
  expect(session.state.get().fault).toBeNull();
  input.fail('unplugged');
  expect(session.state.get()).toMatchObject({ status: 'off', fault: 'unplugged' });
  expect(input.isStopped()).toBe(true);
});

it('says that it was refused, and asks again', async () => {
  const input = fakeMicrophone();
  let isRefused = true;
  const session = createMicrophoneSession({
    open: () => (isRefused ? Promise.reject(new MicrophoneError('refused')) : Promise.resolve(input.microphone)),
    list: () => Promise.resolve([]),
  });
  await expect(session.use()).rejects.toThrow(MicrophoneError);
  expect(session.state.get()).toMatchObject({ status: 'off', fault: 'refused' });
  isRefused = false;
  await session.use();
  expect(session.state.get()).toMatchObject({ status: 'on', fault: null });
});
