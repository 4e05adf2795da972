import { readFile, writeFile } from 'node:fs/promises';
import { decodeFile } from './decode-file.ts';
import { DamagedError } from './waveform.ts';
import { isWebm, webmToOgg } from './webm.ts';

/**
 * `main.ts <file>` prints what is known about an audio file as JSON, or `{error}` for users. It is a process of its own, so
 * that a hostile file can neither use the memory of the api nor stop it. `main.ts <file> <converted>` also takes WebM, whose sound it writes to the
 * second file as Ogg; then it prints what is known about that.
 */
const [, , given = '', converted] = process.argv;

async function soundOf(path: string): Promise<string> {
  if (converted === undefined) return path;
  const file = await readFile(path);
  if (!isWebm(file)) return path;
  await writeFile(converted, webmToOgg(file), { flag: 'wx', flush: true });
  return converted;
}

try {
  const path = await soundOf(given);
  process.stdout.write(JSON.stringify({ ...(await decodeFile(path)), converted: path !== given }));
} catch (error) {
  if (!(error instanceof DamagedError)) process.stderr.write(error instanceof Error ? error.message : String(error));
  const message = error instanceof DamagedError ? error.message : 'The file is damaged';
  process.stdout.write(JSON.stringify({ error: message }));
}
