import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { createCaptureClock } from './capture-clock.ts';
import { faultOf, MicrophoneError, microphoneObstacle } from './faults.ts';

/** Gets 40 ms of one channel at 48 kHz, and when the first sample was captured, in ms since 1970. It may keep the samples. */
export type OnSamples = (samples: Float32Array, capturedAt: number) => void;

export type Microphone = {
  deviceId: string;
  onSamples: (listener: OnSamples) => () => void;
  /** null: the fault is over. */
  onFault: (listener: (fault: 'unplugged' | 'muted' | null) => void) => () => void;
  stop: () => void;
};

const RESUME_MS = 5_000;
const WORKLET = { url: '/page-microphone.js', name: 'page-microphone' };

/**
 * Asks for a microphone and opens it.
 * @param deviceId the one that was chosen; another where it is away
 * @throws MicrophoneError
 */
export async function openMicrophone(deviceId?: string): Promise<Microphone> {
  const obstacle = microphoneObstacle();
  if (obstacle !== null) throw new MicrophoneError(obstacle);
  let stream: MediaStream | null = null;
  try {
    stream = await askForStream(deviceId);
    return await listenTo(stream);
  } catch (error) {
    for (const track of stream?.getTracks() ?? []) track.stop();
    throw new MicrophoneError(faultOf(error));
  }
}

/** Chromium ignores `channelCount` and `sampleRate` here: the worklet makes one channel at 48 kHz of what comes. */
async function askForStream(deviceId: string | undefined): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  if (deviceId === undefined) return navigator.mediaDevices.getUserMedia({ audio });
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { ...audio, deviceId: { exact: deviceId } } });
  } catch (error) {
    if (faultOf(error) !== 'missing') throw error;
    return navigator.mediaDevices.getUserMedia({ audio });
  }
}

async function listenTo(stream: MediaStream): Promise<Microphone> {
  const [track] = stream.getAudioTracks();
  if (!track) throw new MicrophoneError('missing');
  const context = await contextFor(stream);
  const heard = new Set<OnSamples>();
  const told = new Set<(fault: 'unplugged' | 'muted' | null) => void>();
  // Of a copy: one who closes it must not keep the others from hearing of it.
  const tell = (fault: 'unplugged' | 'muted' | null): void => [...told].forEach((listener) => listener(fault));
  const timeOf = createCaptureClock();
  context.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    const capturedAt = timeOf(performance.timeOrigin + performance.now());
    for (const listener of heard) listener(data, capturedAt);
  });
  context.port.start();
  track.addEventListener('ended', () => tell('unplugged'));
  track.addEventListener('mute', () => tell('muted'));
  track.addEventListener('unmute', () => tell(null));
  return {
    deviceId: track.getSettings().deviceId ?? '',
    onSamples: (listener) => {
      heard.add(listener);
      return () => void heard.delete(listener);
    },
    onFault: (listener) => {
      told.add(listener);
      if (track.muted) listener('muted');
      return () => void told.delete(listener);
    },
    stop: () => {
      heard.clear();
      told.clear();
      track.stop();
      void context.close();
    },
  };
}

async function contextFor(stream: MediaStream): Promise<{ port: MessagePort; close: () => Promise<void> }> {
  let context = new AudioContext({ sampleRate: PAGE_RATE_HZ, latencyHint: 'interactive' });
  try {
    let source: MediaStreamAudioSourceNode;
    try {
      source = context.createMediaStreamSource(stream);
    } catch {
      // Some browsers join no stream of another rate than that of the context.
      void context.close();
      context = new AudioContext({ latencyHint: 'interactive' });
      source = context.createMediaStreamSource(stream);
    }
    await context.audioWorklet.addModule(WORKLET.url);
    const node = new AudioWorkletNode(context, WORKLET.name);
    // Its output is silence; a node without a way to the loudspeaker is not asked for sound by every browser.
    source.connect(node).connect(context.destination);
    await resume(context);
    const { port } = node;
    const opened = context;
    return { port, close: () => opened.close() };
  } catch (error) {
    void context.close();
    throw error;
  }
}

/** A browser without any output for sound never ends `resume`. @throws MicrophoneError */
function resume(context: AudioContext): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new MicrophoneError('no_output')), RESUME_MS);
    void context
      .resume()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

export type MicrophoneChoice = { deviceId: string; label: string };

/** The microphones of this machine; their names are empty until one was permitted. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  if (microphoneObstacle() !== null) return [];
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const inputs = devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
  // Firefox gives inputs of one name the same id; either opens the first of them.
  return inputs.filter(({ deviceId }, index) => index === inputs.findIndex((input) => input.deviceId === deviceId));
}

/** Calls back when microphones are plugged in or out. @returns its end */
export function onMicrophonesChanged(listener: () => void): () => void {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  mediaDevices?.addEventListener('devicechange', listener);
  return () => mediaDevices?.removeEventListener('devicechange', listener);
}
