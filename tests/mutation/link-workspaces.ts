import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Run in the copy of the repository that Stryker mutates: links its workspaces where Node looks for packages. Otherwise Node would go up
 * to those of the original, which are not mutated. What the copy does not have is found there.
 * @param argv the folder of the original
 */
const copy = resolve(import.meta.dirname, '../..');
const original = resolve(process.argv[2] ?? '');
const SCOPE = 'node_modules/@belfry';
mkdirSync(join(copy, SCOPE), { recursive: true });
for (const name of readdirSync(join(original, SCOPE))) {
  const folder = readlinkSync(join(original, SCOPE, name));
  symlinkSync(folder, join(copy, SCOPE, name));
  const packages = join(original, SCOPE, folder, 'node_modules');
  if (existsSync(packages)) symlinkSync(packages, join(copy, SCOPE, folder, 'node_modules'));
}
