import { readFile, writeFile } from 'node:fs/promises';
import { decodeFile } from './decode-file.ts';
import { DamagedError } from './waveform.ts';
import { isWebm, webmToOgg } from './webm.ts';

/**
 * `main.ts <file> <cleaned> [recorded]` prints what is known about an audio file as JSON, or `{error}` for users. It is a process of its own, so that a
 * hostile file can neither use the memory of the api nor stop it. What players cannot play as it is, is written to the second file as they can; with
 * `recorded`, that is also the sound of WebM, as Ogg. `converted` says whether it was written.
 */
const [, , given = '', cleaned = '', recorded] = process.argv;

async function readSound() {
  const file = recorded === undefined ? null : await readFile(given);
  if (file && isWebm(file)) {
    await writeFile(cleaned, webmToOgg(file), { flag: 'w', flush: true });
    return { ...(await decodeFile(cleaned)), cleaned: null, converted: true };
  }
  const decoded = await decodeFile(given);
  if (decoded.cleaned) await writeFile(cleaned, decoded.cleaned, { flag: 'w', flush: true });
  return { ...decoded, cleaned: null, converted: decoded.cleaned !== null };
}

try {
  const { cleaned: _, ...sound } = await readSound();
  process.stdout.write(JSON.stringify(sound));
} catch (error) {
  if (!(error instanceof DamagedError)) process.stderr.write(error instanceof Error ? error.message : String(error));
  const message = error instanceof DamagedError ? error.message : 'The file is damaged';
  process.stdout.write(JSON.stringify({ error: message }));
}
