import { measure } from './measure.ts';

/**
 * `measure-main.ts <lufs> <file> …` prints the loudness of audio files as a JSON array in their order, null for one that cannot be decoded. One
 * with another loudness than `lufs`, which is not `-`, is written with that loudness as `<file>.levelled`, and that is measured. It is a
 * process of its own for the reason of `main.ts`.
 */
const results: unknown[] = [];
const args = process.argv.slice(2);
for (let at = 0; at + 1 < args.length; at += 2) {
  const [lufs = '-', path = ''] = args.slice(at, at + 2);
  results.push(await measure(path, lufs === '-' ? null : Number(lufs)));
}
process.stdout.write(JSON.stringify(results));
