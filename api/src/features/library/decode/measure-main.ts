import { decodeFile } from './decode-file.ts';

/**
 * `measure-main.ts <file> …` prints the loudness of audio files as a JSON array in their order, null for one that cannot be decoded. It is
 * a process of its own for the reason of `main.ts`.
 */
const results: unknown[] = [];
for (const path of process.argv.slice(2)) {
  const decoded = await decodeFile(path).catch(() => null);
  results.push(decoded && { loudness_lufs: decoded.loudness_lufs, peak_dbtp: decoded.peak_dbtp });
}
process.stdout.write(JSON.stringify(results));
