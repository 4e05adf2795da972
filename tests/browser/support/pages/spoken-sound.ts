import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { findPattern } from '@belfry/device-firmware-sim/sound/correlation';
import { formatWav, samplesOf } from '@belfry/device-firmware-sim/sound/pcm';
import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import type { Page } from '@playwright/test';
import type { Recorder } from '../../../support/audio/recorder.ts';

/** One call of a voice, and how often it is repeated. */
const CALL_S = 0.3;
const PERIOD_S = 1;
const call = chirp({ rate: PAGE_RATE_HZ, fromHz: 300, toHz: 3_000, seconds: CALL_S });
/** Where a window of a recording does not contain a call as a whole it correlates less. */
const CORRELATION_MIN = 0.9;
/** The window of the listener in the page, and how often it is read, so that each call is in one of them as a whole. */
const WINDOW = 32_768;
const READ_MS = 200;

/** Options of Chromium for a microphone in front of which a voice calls once a second. */
export function calledInto(): string {
  const samples = new Float32Array(PERIOD_S * PAGE_RATE_HZ);
  samples.set(call.samples, PAGE_RATE_HZ / 2);
  const path = join(mkdtempSync(join(tmpdir(), 'belfry-voice-')), 'voice.wav');
  writeFileSync(path, formatWav({ samples, rate: PAGE_RATE_HZ }));
  return `--use-file-for-fake-audio-capture=${path}`;
}

type Window = { endedAt: number; pcm: string };

/** Notes what the microphone of the page hears, from when it is opened on, and when. Call it before the page is opened. */
export async function listenAtMicrophone(page: Page): Promise<{ calls(): number[] }> {
  const windows: Window[] = [];
  await page.exposeFunction('noteHeard', (window: Window) => void windows.push(window));
  await page.addInitScript(
    ({ rate, window, readMs }) => {
      const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
      if (!mediaDevices) return;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints);
        const context = new AudioContext({ sampleRate: rate });
        const analyser = new AnalyserNode(context, { fftSize: window });
        context.createMediaStreamSource(stream).connect(analyser);
        const heard = new Float32Array(window);
        setInterval(() => {
          analyser.getFloatTimeDomainData(heard);
          const endedAt = performance.timeOrigin + performance.now();
          const pcm = Int16Array.from(heard, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
          const { noteHeard } = globalThis as unknown as { noteHeard: (window: Window) => void };
          noteHeard({ endedAt, pcm: btoa(String.fromCharCode(...new Uint8Array(pcm.buffer))) });
        }, readMs);
        return stream;
      };
    },
    { rate: PAGE_RATE_HZ, window: WINDOW, readMs: READ_MS },
  );
  return {
    /** When each call began at the microphone, in ms since 1970, oldest first. */
    calls() {
      const times: number[] = [];
      for (const { endedAt, pcm } of windows) {
        const { at, correlation } = findPattern(samplesOf(Buffer.from(pcm, 'base64'), 1), call.samples);
        if (correlation < CORRELATION_MIN) continue;
        const time = endedAt - ((WINDOW - at) / PAGE_RATE_HZ) * 1_000;
        // A call is in several windows; what was read without a pause says best when it was.
        const last = times.at(-1);
        if (last === undefined || time - last > (PERIOD_S * 1_000) / 2) times.push(time);
        else times[times.length - 1] = Math.min(last, time);
      }
      return times;
    },
  };
}

/** When a call that began at `calledAt` was heard, and how well it is the same. Throws where nothing was recorded then. */
export function findCall(recorder: Recorder, calledAt: number): { heardAt: number; correlation: number } {
  const from = recorder.sampleAt(calledAt);
  const { at, correlation } = findPattern(recorder.samples(from, from + PERIOD_S * PAGE_RATE_HZ), call.samples);
  return { heardAt: recorder.timeOf(from + at), correlation };
}
