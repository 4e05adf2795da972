import type { Sound } from './pcm.ts';

/** Fades at both ends, so that it begins and ends without a click. */
const EDGE_S = 0.02;

type ChirpOptions = { rate: number; fromHz: number; toHz: number; seconds: number; amplitude?: number };

/** A tone whose frequency rises or falls evenly: it correlates with itself at one instant only, also under noise and echoes. */
export function chirp({ rate, fromHz, toHz, seconds, amplitude = 0.5 }: ChirpOptions): Sound {
  const length = Math.round(rate * seconds);
  const samples = Float32Array.from({ length }, (_, index) => {
    const time = index / rate;
    const phase = 2 * Math.PI * (fromHz * time + ((toHz - fromHz) * time * time) / (2 * seconds));
    const edge = Math.min(1, time / EDGE_S, (seconds - time) / EDGE_S);
    return amplitude * edge * Math.sin(phase);
  });
  return { samples, rate };
}
