import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { useMicrophone } from './use-microphone.ts';

let audio: ReturnType<typeof fakeBrowserAudio>;
afterEach(() => {
  cleanup();
  audio.restore();
});

it('is on where the browser has permitted it before, and ends with the panel', async () => {
  audio = fakeBrowserAudio({ permission: 'granted' });
  const { result, unmount } = renderHook(useMicrophone);
  await vi.waitFor(() => expect(result.current.state.get().status).toBe('on'));
  expect(audio.isStopped()).toBe(false);
  unmount();
  expect([result.current.state.get().status, audio.isStopped()]).toEqual(['off', true]);
});

it.each([
  ['would ask', 'prompt'],
  ['does not tell', null],
] as const)('waits for people where the browser %s', async (_what, permission) => {
  audio = fakeBrowserAudio({ permission });
  const { result } = renderHook(useMicrophone);
  await act(async () => undefined);
  expect(result.current.state.get().status).toBe('off');
  await act(() => result.current.use());
  expect(result.current.state.get().status).toBe('on');
});

it('is not opened any more once the panel has gone', async () => {
  audio = fakeBrowserAudio({ permission: 'granted' });
  const { result, unmount } = renderHook(useMicrophone);
  unmount();
  await act(async () => undefined);
  expect(result.current.state.get().status).toBe('off');
});
