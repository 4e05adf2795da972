import type { Audio } from '@belfry/schemas/http/library/audio';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import WaveSurfer from 'wavesurfer.js';
import classes from './library.module.css';

type Props = { audio: Audio; url: string; onEnded: () => void; onFailed: () => void };
/** The waveform of a file that plays, in which one can seek. Its peaks come with the list, so nothing is decoded here. */
export function WaveformPlayer({ audio, url, onEnded, onFailed }: Props) {
  const { t } = useTranslation('library');
  const box = useRef<HTMLElement>(null);
  const { peaks, duration_ms, name } = audio;
  const events = useRef({ onEnded, onFailed });
  useEffect(() => {
    events.current = { onEnded, onFailed };
  });
  useEffect(() => {
    if (!box.current) return;
    const style = getComputedStyle(box.current);
    const player = WaveSurfer.create({
      container: box.current,
      height: 32,
      url,
      peaks: [peaks],
      duration: duration_ms / 1_000,
      normalize: true,
      barWidth: 2,
      waveColor: style.getPropertyValue('--mantine-color-dimmed'),
      progressColor: style.getPropertyValue('--mantine-primary-color-filled'),
    });
    player.once('ready', () => void player.play().catch(() => undefined));
    player.on('finish', () => events.current.onEnded());
    player.on('error', () => events.current.onFailed());
    return () => player.destroy();
  }, [url, peaks, duration_ms]);
  return <section ref={box} className={classes.wave} aria-label={t('audio.waveform', { name })} />;
}
