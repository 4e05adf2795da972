import { spawn } from 'node:child_process';
import { constants, openSync, readSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SAMPLE_FORMAT } from '../mpd/mpd-config.ts';
import { samplesOf } from '../sound/pcm.ts';

/** More than any self-test records. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The microphone cannot be used; the message is shown to users. */
class MicrophoneError extends Error {}

type Listening = {
  /** Ends it. Resolves with the samples at `SAMPLE_FORMAT.rate`; rejects with MicrophoneError. */
  stop(): Promise<Float32Array>;
};

/**
 * Records from an ALSA device by `arecord`, or from a named pipe with samples of `SAMPLE_FORMAT`. Resolves when the first samples
 * are there, or the microphone has failed.
 */
export async function listen(name: string): Promise<Listening> {
  const { stream, failure, end } = openSound(name);
  const parts: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= BYTES_MAX) parts.push(part);
  });
  stream.resume();
  if (!isPipe(name)) await Promise.race([failure, new Promise((resolve) => void stream.once('data', resolve))]);
  return {
    async stop() {
      end();
      const reason = await Promise.race([failure, Promise.resolve(null)]);
      if (reason !== null && bytes === 0) throw new MicrophoneError(reason);
      return samplesOf(Buffer.concat(parts), SAMPLE_FORMAT.channels);
    },
  };
}

/** Samples of `SAMPLE_FORMAT` in real time, of an ALSA device or a named pipe; what waits in a pipe is left out. Throws where it cannot be opened. */
export const openSound = (name: string): Source => (isPipe(name) ? openPipe(name) : startArecord(name));

/** `failure` resolves with a reason when it fails. */
type Source = { stream: Readable; failure: Promise<string>; end: () => void };

const isPipe = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFIFO() ?? false;

function openPipe(path: string): Source {
  // Opened for writing as well, so that it does not end with its writer.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  drain(fd);
  const stream = new Socket({ fd, readable: true, writable: false });
  const failure = new Promise<string>((resolve) => void stream.on('error', ({ message }) => resolve(message)));
  return { stream, failure, end: () => void stream.destroy() };
}

const DRAINED_BYTES = 64 * 1024;
/** More than a pipe holds. */
const DRAINS_MAX = 32;

function drain(fd: number): void {
  const bytes = Buffer.allocUnsafe(DRAINED_BYTES);
  try {
    for (let reads = 0; reads < DRAINS_MAX && readSync(fd, bytes) > 0;) reads++;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}

function startArecord(device: string): Source {
  const recorder = spawn('arecord', ['-q', '-D', device, '-f', 'cd', '-t', 'raw'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastOutput = '';
  recorder.stderr.on('data', (bytes: Buffer) => (lastOutput = (lastOutput + bytes.toString()).slice(-300)));
  const failure = new Promise<string>((resolve) => {
    recorder.on('error', () => resolve('arecord is not installed (apt install alsa-utils)'));
    recorder.on('close', () => resolve(lastOutput.trim() || 'arecord has ended'));
  });
  return { stream: recorder.stdout, failure, end: () => void recorder.kill('SIGTERM') };
}
