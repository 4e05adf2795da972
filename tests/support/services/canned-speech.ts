import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * A program in the place of the speech engine (`infra/speech-engine`), with the same lines: what it speaks is a tone of 500 Hz for
 * 60 ms a character, 1 s at least and 20 s at most, with the loudness that speech is given (-16 LUFS). No sound is computed.
 * Another text or voice is another file: its hash is in bits of the frames that decoders ignore.
 */
const TONE = readFileSync(new URL('../audio/speech.mp3', import.meta.url));
/** MPEG 2.5, 8 kHz, 16 kbit/s, mono. */
const FRAME = { bytes: 144, ms: 72 };
const FRAMES = { min: 14, max: TONE.length / FRAME.bytes };
const MS_PER_CHARACTER = 60;
const SPOKEN = /[\p{L}\p{N}]/u;

type Line = { id: number; call?: 'phonemes' | 'encode'; voice: string; text: string };

function speak({ voice, text }: Line): Buffer {
  const wanted = Math.ceil((text.length * MS_PER_CHARACTER) / FRAME.ms);
  const frames = Math.min(Math.max(wanted, FRAMES.min), FRAMES.max);
  const sound = Buffer.from(TONE.subarray(0, frames * FRAME.bytes));
  const hash = createHash('sha256').update(`${voice} ${text}`).digest();
  for (let frame = 0; frame < frames; frame += 1) {
    const [at, bits] = [frame * FRAME.bytes, hash[frame % hash.length] ?? 0];
    // The private bit, and the marks of a copy and of an original.
    sound[at + 2] = (sound[at + 2] ?? 0) ^ (bits & 1);
    sound[at + 3] = (sound[at + 3] ?? 0) ^ ((bits & 6) << 1);
  }
  return sound;
}

function answer(line: Line): object {
  if (line.call === 'encode') return { id: line.id, audio: TONE.toString('base64') };
  if (!SPOKEN.test(line.text)) return { id: line.id, error: 'nothing to say' };
  if (line.call === 'phonemes') return { id: line.id, phonemes: line.text };
  return { id: line.id, audio: speak(line).toString('base64') };
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as Line))}\n`));
input.once('close', () => process.exit(0));
process.stdout.once('error', () => process.exit(0));
