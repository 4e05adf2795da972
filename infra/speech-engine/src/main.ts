import { createInterface } from 'node:readline';
import { createMp3Encoder } from 'wasm-media-encoders';
import { answerRequest } from './answer-request.ts';
import { createSpeaker, type Speech } from './speaker.ts';

const BITRATE_KBIT_S = 64;
/** For the voices of other engines, which have the whole bandwidth of the ear. */
const WIDE_BITRATE_KBIT_S = 96;
const WIDE_RATE = 32_000;
const FULL_SCALE = 32_768;

/**
 * Speaks by lines of JSON: `{id, voice, text}` comes in, `{id, audio}` (an MP3 file in base64) or `{id, error}` goes out,
 * one after the other. With `call: 'phonemes'` the answer is `{id, phonemes}`; `{id, call: 'encode', wav}` makes an MP3 file of a WAV file. The end of the input is the end of the process, however its owner went.
 */
const [speaker, encode] = await Promise.all([createSpeaker(), createEncoder()]);
const input = createInterface({ input: process.stdin });
input.on('line', (line) => process.stdout.write(`${JSON.stringify(answerRequest(line, speaker, encode))}\n`));
input.once('close', () => process.exit(0));
process.stdout.once('error', () => process.exit(0));

/** Encodes sound as MP3, mono, some 250 times faster than it plays. */
async function createEncoder(): Promise<(speech: Speech) => Buffer> {
  const encoder = await createMp3Encoder();
  return ({ samples, sampleRate }) => {
    const bitrate = sampleRate >= WIDE_RATE ? WIDE_BITRATE_KBIT_S : BITRATE_KBIT_S;
    encoder.configure({ sampleRate, channels: 1, bitrate });
    const wave = Float32Array.from(samples, (sample) => sample / FULL_SCALE);
    // Each result lies in memory that the next call writes to.
    const body = Buffer.from(encoder.encode([wave]));
    return Buffer.concat([body, Buffer.from(encoder.finalize())]);
  };
}
