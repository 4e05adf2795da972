import { createInterface } from 'node:readline';
import { createAnswers } from './answer-request.ts';
import { limitMemory } from './memory-watch.ts';
import { findRuntime } from './runtime.ts';

const MEMORY_MB = 1_536;

/**
 * Speaks by lines of JSON: see request.ts. What comes out is `{id, ready}`, `{id, audio}` (a WAV file in base64) or
 * `{id, error, code}`, one after the other. The end of the input is the end of the process, however its owner went. The first argument is the limit
 * of the memory in MB.
 */
limitMemory(Number(process.argv[2] ?? MEMORY_MB));
const answer = createAnswers(await findRuntime());
const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  void answer(line).then((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`));
});
input.once('close', () => process.exit(0));
process.stdout.once('error', () => process.exit(0));
