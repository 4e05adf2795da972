import { decodeFile } from './decode-file.ts';
import { DamagedError } from './waveform.ts';

/**
 * `main.ts <file>` prints what is known about an audio file as JSON, or `{error}` for users. It is a process of its own, so
 * that a hostile file can neither use the memory of the api nor stop it.
 */
const [, , path = ''] = process.argv;
try {
  process.stdout.write(JSON.stringify(await decodeFile(path)));
} catch (error) {
  if (!(error instanceof DamagedError)) process.stderr.write(error instanceof Error ? error.message : String(error));
  const message = error instanceof DamagedError ? error.message : 'The file is damaged';
  process.stdout.write(JSON.stringify({ error: message }));
}
