import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAudio } from '../../../testing/fake-audio.ts';
import type { LoadedSample } from './load-sample.ts';
import { createSamplePlayer } from './sample-player.ts';

const sourceOf =
  (url: string, crossOrigin = false) =>
  async (): Promise<LoadedSample> => ({ source: { url, crossOrigin } });

let audio = fakeAudio();
let player = createSamplePlayer(audio);
beforeEach(() => {
  vi.useFakeTimers();
  audio = fakeAudio();
  player = createSamplePlayer(audio);
});
afterEach(() => {
  vi.useRealTimers();
});

const phase = () => `${player.state().owner} ${player.state().phase}`;
async function play(owner: string, load = sourceOf(`blob:${owner}`)): Promise<void> {
  void player.play(owner, load);
  await vi.advanceTimersByTimeAsync(100);
}

describe('the player', () => {
  it('starts 100 ms after the sample is loaded', async () => {
    void player.play('a', sourceOf('blob:a'));
    await vi.advanceTimersByTimeAsync(99);
    expect(audio.played).toEqual([]);
    expect(phase()).toBe('a loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(audio.played).toEqual(['blob:a']);
    expect(phase()).toBe('a playing');
  });

  it('is idle at the end, when stopped, and when paused by a media key', async () => {
    for (const end of [() => audio.emit('ended'), () => player.stop(), () => audio.emit('pause')]) {
      await play('a');
      expect(phase()).toBe('a playing');
      end();
      expect(phase()).toBe('null idle');
    }
  });

  it('plays one sample at a time: a new one stops the one that plays or loads', async () => {
    await play('a');
    await play('b');
    expect(phase()).toBe('b playing');
    let late: (loaded: LoadedSample) => void = () => undefined;
    void player.play('slow', () => new Promise((resolve) => (late = resolve)));
    await play('c');
    late({ source: { url: 'blob:slow', crossOrigin: false } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(phase()).toBe('c playing');
    expect(audio.played).toEqual(['blob:a', 'blob:b', 'blob:c']);
  });

  it('reports the attempt of loading', async () => {
    let next: (attempt: number) => void = () => undefined;
    void player.play('a', async (_signal, onAttempt) => {
      next = onAttempt;
      return new Promise(() => undefined);
    });
    next(3);
    expect(player.state()).toMatchObject({ phase: 'loading', attempt: 3 });
    player.stop();
    next(4);
    expect(player.state()).toMatchObject({ phase: 'idle', attempt: 0 });
  });

  it('stops when its own control is unmounted, not with another', async () => {
    await play('a');
    player.leave('b');
    expect(phase()).toBe('a playing');
    player.leave('a');
    expect(phase()).toBe('null idle');
    expect(audio.paused).toBeGreaterThan(0);
  });
});

describe('a failure', () => {
  const failure = () => player.state().failure;

  it('is shown at its control until the next attempt', async () => {
    await play('a', async () => ({ failure: { kind: 'missing' } }));
    expect(player.state()).toMatchObject({ owner: 'a', phase: 'failed', failure: { kind: 'missing' } });
    await play('a');
    expect(player.state()).toMatchObject({ phase: 'playing', failure: null });
  });

  it('is a media error where the element has one, before and during playback', async () => {
    audio.refuses = () => ({ code: 4 });
    await play('a');
    expect(failure()).toEqual({ kind: 'media', code: 4, started: false });
    audio.refuses = () => false;
    await play('a');
    audio.error = { code: 2 };
    audio.emit('error');
    expect(failure()).toEqual({ kind: 'media', code: 2, started: true });
  });

  it('is refused where the element has none, and no source where there is no address', async () => {
    audio.refuses = () => true;
    await play('a');
    expect(failure()).toEqual({ kind: 'refused' });
    await play('a', sourceOf(''));
    expect(failure()).toEqual({ kind: 'no_source' });
  });

  it('of another origin is retried once without the cross-origin setting', async () => {
    audio.refuses = () => audio.crossOrigin !== null && { code: 4 };
    await play('a', sourceOf('https://b.example/a.mp3', true));
    expect(audio.played).toEqual(['https://b.example/a.mp3 anonymous', 'https://b.example/a.mp3']);
    expect(phase()).toBe('a playing');
    audio.refuses = () => ({ code: 4 });
    await play('a', sourceOf('https://b.example/a.mp3', true));
    expect(failure()).toMatchObject({ kind: 'media', code: 4 });
  });

  it('is ignored after a stop', async () => {
    audio.refuses = () => {
      player.stop();
      return { code: 1 };
    };
    await play('a');
    expect(phase()).toBe('null idle');
  });
});
