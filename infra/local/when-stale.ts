import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

export type Build = {
  /** Has the fingerprint of what was built. */
  stamp: string;
  sources: readonly string[];
  exclude: readonly string[];
};

/** Builds a file whose sources have changed. They are compared by content, since a checkout changes modification times. */
export async function whenStale({ stamp, ...files }: Build, result: string, build: () => Promise<void>): Promise<void> {
  const current = fingerprint(files);
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  await build();
  writeFileSync(stamp, current);
}

function fingerprint({ sources, exclude }: Pick<Build, 'sources' | 'exclude'>): string {
  const hash = createHash('sha256');
  const entries = globSync(sources, { cwd: ROOT, exclude, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of paths.toSorted()) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
