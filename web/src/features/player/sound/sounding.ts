import type { Source } from '../messages.ts';

/** One sound of a channel. Seconds are of the sound, instants of the audio context. */
export type Sounding = {
  /** Begins at this instant; resolves when it does. Rejects where it cannot be heard. */
  start: (at: number) => Promise<void>;
  pause: () => void;
  resume: () => Promise<void>;
  stop: () => void;
  /** Seconds until it ends; Infinity of a stream. */
  leftS: () => number;
  /** The level (1: as it is) after so many seconds. */
  setLevel: (level: number, fadeS: number) => void;
};

type Options = { context: AudioContext; into: AudioNode; level: number; positionS: number; ended: () => void };

/** Decoded, it would take 200 kB a second: longer ones are played by an element. */
const DECODED_MAX_MS = 5 * 60_000;

/** Throws where the browser does not take it. */
export const prepare = async (source: Source, options: Options, isExact: boolean): Promise<Sounding> => {
  if ('url' in source) return streamOf(source.url, options);
  const { file, durationMs } = source;
  if (!isExact || durationMs > DECODED_MAX_MS) return elementOf(file, options);
  return bufferOf(await options.context.decodeAudioData(await file.arrayBuffer()), options);
};

function gainOf({ context, into, level }: Options): GainNode {
  const gain = context.createGain();
  gain.gain.value = level;
  gain.connect(into);
  return gain;
}

function fade(context: AudioContext, { gain }: GainNode, level: number, fadeS: number): void {
  const now = context.currentTime;
  gain.cancelScheduledValues(now);
  gain.setValueAtTime(gain.value, now);
  gain.linearRampToValueAtTime(level, now + Math.max(0.01, fadeS));
}

const seconds = (context: AudioContext, at: number): number => Math.max(0, at - context.currentTime);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Decoded, and so exact to a sample. */
function bufferOf(buffer: AudioBuffer, options: Options): Sounding {
  const { context, ended } = options;
  const gain = gainOf(options);
  let { positionS } = options;
  let node: AudioBufferSourceNode | null = null;
  let startedAt = 0;

  function run(at: number): void {
    const own = context.createBufferSource();
    own.buffer = buffer;
    own.connect(gain);
    own.addEventListener('ended', () => {
      if (node !== own) return;
      node = null;
      gain.disconnect();
      ended();
    });
    node = own;
    startedAt = Math.max(at, context.currentTime);
    own.start(startedAt, positionS);
  }

  function halt(): void {
    const own = node;
    node = null;
    own?.stop();
  }

  const playedS = (): number => positionS + (node ? Math.max(0, context.currentTime - startedAt) : 0);
  return {
    async start(at) {
      run(at);
      await sleep(seconds(context, startedAt) * 1_000);
    },
    pause() {
      positionS = playedS();
      halt();
    },
    resume: async () => {
      if (!node) run(context.currentTime);
    },
    stop() {
      halt();
      gain.disconnect();
    },
    leftS: () => buffer.duration - playedS(),
    setLevel: (level, fadeS) => fade(context, gain, level, fadeS),
  };
}

/** Plays what is loaded little by little. @returns with what is given up when it stops */
function elementSounding(
  element: HTMLAudioElement,
  { context, positionS, ended }: Options,
  { setLevel, free }: Pick<Sounding, 'setLevel'> & { free: () => void },
): Sounding {
  let isOver = false;
  function end(): void {
    if (isOver) return;
    isOver = true;
    free();
    ended();
  }
  let hasBegun = false;
  element.addEventListener('ended', end);
  element.addEventListener('error', () => hasBegun && end());
  return {
    async start(at) {
      if (positionS > 0) element.currentTime = positionS;
      await sleep(seconds(context, at) * 1_000);
      if (isOver) return;
      await element.play();
      hasBegun = true;
    },
    pause: () => element.pause(),
    resume: () => element.play(),
    stop() {
      isOver = true;
      element.pause();
      element.removeAttribute('src');
      element.load();
      free();
    },
    leftS: () => element.duration - element.currentTime,
    setLevel,
  };
}

function elementOf(file: Blob, options: Options): Sounding {
  const { context } = options;
  const gain = gainOf(options);
  const url = URL.createObjectURL(file);
  const element = new Audio(url);
  context.createMediaElementSource(element).connect(gain);
  return elementSounding(element, options, {
    setLevel: (level, fadeS) => fade(context, gain, level, fadeS),
    free() {
      URL.revokeObjectURL(url);
      gain.disconnect();
    },
  });
}

const STEP_MS = 30;

/** A station is on another origin, whose sound a page may play but not touch: it has no gain above 1. */
function streamOf(url: string, options: Options): Sounding {
  const element = new Audio(url);
  let timer: ReturnType<typeof setInterval> | undefined;
  element.volume = Math.min(1, options.level);
  function setLevel(level: number, fadeS: number): void {
    clearInterval(timer);
    const to = Math.min(1, level);
    const steps = Math.max(1, Math.round((fadeS * 1_000) / STEP_MS));
    const step = (to - element.volume) / steps;
    let left = steps;
    timer = setInterval(() => {
      left -= 1;
      element.volume = left === 0 ? to : Math.min(1, Math.max(0, element.volume + step));
      if (left === 0) clearInterval(timer);
    }, STEP_MS);
  }
  return elementSounding(element, options, { setLevel, free: () => clearInterval(timer) });
}
