import { limitedGain, type Loudness } from '@belfry/schemas/domain/loudness';
import { decodeFile } from './decode-file.ts';
import { levelFile } from './level-file.ts';
import { levelledName } from './levelled-name.ts';

/** `levelled`: it was written with the loudness that was wanted, as `levelledName(path)`, and that is measured. */
export type Measured = Loudness & { levelled: boolean };

/** A difference that nobody hears. */
const NEAR_ENOUGH_LU = 0.25;

/** Measures a file, and writes it with the loudness of `lufs` where it has another. @returns null for one that cannot be decoded */
export async function measure(path: string, lufs: number | null): Promise<Measured | null> {
  const decoded = await decodeFile(path).catch(() => null);
  if (!decoded) return null;
  const { loudness_lufs, peak_dbtp } = decoded;
  const loudness = { loudness_lufs, peak_dbtp };
  if (lufs === null || loudness_lufs === null || isAsWanted(loudness, lufs)) return { ...loudness, levelled: false };
  const levelled = await levelFile(path, levelledName(path), lufs, loudness).catch(() => null);
  return { ...loudness, ...levelled, levelled: levelled !== null };
}

const isAsWanted = (loudness: Loudness, lufs: number): boolean =>
  Math.abs(lufs - (loudness.loudness_lufs ?? lufs)) < NEAR_ENOUGH_LU && limitedGain(loudness, lufs) === 0;
