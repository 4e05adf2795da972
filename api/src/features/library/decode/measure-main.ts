import { limitedGain } from '@belfry/schemas/domain/loudness';
import { decodeFile } from './decode-file.ts';
import { levelFile } from './level-file.ts';
import { levelledName } from './levelled-name.ts';

/**
 * `measure-main.ts <lufs> <file> …` prints the loudness of audio files as a JSON array in their order, null for one that cannot be decoded. One
 * with another loudness than `lufs`, which is not `-`, is written with that loudness as `<file>.levelled`, and that is measured. It is a
 * process of its own for the reason of `main.ts`.
 */
const results: unknown[] = [];
const args = process.argv.slice(2);
for (let at = 0; at + 1 < args.length; at += 2) results.push(await measure(args[at + 1] ?? '', args[at] ?? '-'));
process.stdout.write(JSON.stringify(results));

async function measure(path: string, wanted: string): Promise<unknown> {
  const decoded = await decodeFile(path).catch(() => null);
  if (!decoded) return null;
  const { loudness_lufs, peak_dbtp } = decoded;
  const loudness = { loudness_lufs, peak_dbtp };
  const lufs = Number(wanted);
  if (wanted === '-' || loudness_lufs === null) return { ...loudness, levelled: false };
  if (Math.abs(lufs - loudness_lufs) < 0.25 && limitedGain(loudness, lufs) === 0)
    return { ...loudness, levelled: false };
  const levelled = await levelFile(path, levelledName(path), lufs, loudness).catch(() => null);
  return { ...loudness, ...levelled, levelled: levelled !== null };
}
