import { createInterface } from 'node:readline';
import { answerRequest } from './answer-request.ts';
import { createEncoder } from './mp3.ts';
import { createSpeaker } from './speaker.ts';

/**
 * Speaks by lines of JSON: `{id, voice, text}` comes in, `{id, audio}` (an MP3 file in base64) or `{id, error}` goes out,
 * one after the other. The end of the input is the end of the process, however its owner went.
 */
const [speaker, encode] = await Promise.all([createSpeaker(), createEncoder()]);
const input = createInterface({ input: process.stdin });
input.on('line', (line) => process.stdout.write(`${JSON.stringify(answerRequest(line, speaker, encode))}\n`));
input.once('close', () => process.exit(0));
process.stdout.once('error', () => process.exit(0));
