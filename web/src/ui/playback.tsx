import { useEffect, useRef, useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from '../lib/translation.ts';
import type { PlayedPart } from './played-part.ts';

/** The key of the sound that plays; `waiting`: nothing is audible yet. */
type Playback = { key: string; waiting: boolean } | null;

/** Addresses in order, pauses in milliseconds, and what has an address only when it is its turn; null: it cannot be played. */
export type Playable = readonly (string | number | PlayedPart | (() => Promise<string | null>))[];

/** Plays addresses one after the other; one thing at a time on the page. */
export function usePlayback(onFailed: () => void) {
  const [playback, setPlayback] = useState<Playback>(null);
  const player = useRef<HTMLAudioElement | null>(null);

  const stop = (): void => {
    player.current?.pause();
    player.current?.removeAttribute('src');
    player.current = null;
    setPlayback(null);
  };
  useEffect(
    () => () => {
      player.current?.pause();
      player.current = null;
    },
    [],
  );

  function playFrom(key: string, urls: Playable, index: number, audio: HTMLAudioElement): void {
    const part = urls[index];
    if (typeof part === 'number') {
      setTimeout(() => player.current === audio && playFrom(key, urls, index + 1, audio), part);
      return;
    }
    if (part === undefined) {
      stop();
      return;
    }
    if (typeof part === 'function') {
      void part().then((url) => {
        if (player.current !== audio) return;
        if (url === null) stop();
        else playFrom(key, [url, ...urls.slice(index + 1)], 0, audio);
      });
      return;
    }
    const { url, gain_db } = typeof part === 'string' ? { url: part, gain_db: 0 } : part;
    audio.volume = Math.min(1, 10 ** (gain_db / 20));
    audio.src = url;
    audio.onended = () => playFrom(key, urls, index + 1, audio);
    audio.onplaying = () => setPlayback({ key, waiting: false });
    audio.onerror = () => {
      if (player.current !== audio) return;
      stop();
      onFailed();
    };
    // A refusal is reported by onerror too; an interruption by Stop is no failure.
    audio.play().catch(() => undefined);
  }

  /** Fetches the addresses and plays them; `fetchUrls` gives null where that failed. */
  async function play(key: string, fetchUrls: () => Promise<Playable | null>): Promise<void> {
    stop();
    const audio = new Audio();
    player.current = audio;
    setPlayback({ key, waiting: true });
    const urls = await fetchUrls();
    if (player.current !== audio) return;
    if (urls === null) stop();
    else playFrom(key, urls, 0, audio);
  }
  return { playback, play, stop };
}

type Props = { name: string; state: 'off' | 'waiting' | 'on'; onPlay: () => void; onStop: () => void };

export function PlayButton({ name, state, onPlay, onStop }: Props) {
  const { t } = useTranslation('library');
  const Mark = state === 'off' ? IconPlayerPlay : IconPlayerStop;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      radius="xl"
      aria-label={t(state === 'off' ? 'listen' : 'stop', { name })}
      loading={state === 'waiting'}
      onClick={state === 'off' ? onPlay : onStop}
    >
      <Mark size={16} aria-hidden />
    </ActionIcon>
  );
}

export const playStateOf = (playback: Playback, key: string): 'off' | 'waiting' | 'on' =>
  playback?.key !== key ? 'off' : playback.waiting ? 'waiting' : 'on';
