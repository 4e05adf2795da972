/**
 * `npm run release -- --dry [--out FOLDER] [--source ADDRESS]`: writes the files of a release of the last commit to a folder. Without `--dry` it also
 * sets the tag, and refuses what a release must not have; see docs/releases.md.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../local/paths.ts';
import { createRelease } from './create-release.ts';

try {
  const { values } = parseArgs({
    options: { dry: { type: 'boolean', default: false }, out: { type: 'string' }, source: { type: 'string' } },
  });
  const { tag, folder, files, problems } = createRelease({ root: ROOT, ...values });
  process.stdout.write(`${relative(process.cwd(), folder)}: ${files.join(', ')}\n`);
  for (const problem of problems) process.stdout.write(`not ready: ${problem}\n`);
  process.stdout.write(
    values.dry ? `the tag would be ${tag}\n` : `${tag} is set; git push origin ${tag} publishes it\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
