import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.looseObject({
  version: z.string(),
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});
const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional(), resolved: z.string().optional() })),
});

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');
const readManifest = (root: string, folder: string) =>
  manifestSchema.parse(JSON.parse(read(root, join(folder, 'package.json'))));

/** The version of Belfry: that of the package.json of the repository, such as `1.0.0-rc.1`. */
export const readVersion = (root: string): string => readManifest(root, '.').version;

/** One line for each place that names another version than the package.json of the repository. */
export function findOtherVersions(root: string): string[] {
  const { version, workspaces } = readManifest(root, '.');
  const named: [place: string, named: string | undefined][] = [];
  for (const folder of workspaces) {
    const manifest = readManifest(root, folder);
    named.push([`${folder}/package.json`, manifest.version]);
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      if (name.startsWith('@belfry/')) named.push([`${folder}/package.json: ${name}`, range]);
  }
  const { packages } = lockSchema.parse(JSON.parse(read(root, 'package-lock.json')));
  for (const folder of ['', ...workspaces])
    named.push([`package-lock.json: ${folder || '.'}`, packages[folder]?.version]);
  const chart = read(root, 'infra/helm/belfry/Chart.yaml');
  for (const name of ['version', 'appVersion'])
    named.push([`Chart.yaml: ${name}`, new RegExp(`^${name}: (.+)$`, 'm').exec(chart)?.[1]]);
  for (const file of globSync('infra/compose*.yaml', { cwd: root }))
    for (const [, image, tag] of read(root, file).matchAll(/image: (belfry-\w+):(\S+)/g))
      named.push([`${file}: ${image}`, tag]);
  const label = /org\.opencontainers\.image\.version: (\S+)/.exec(read(root, 'infra/compose.yaml'))?.[1];
  named.push(['infra/compose.yaml: label', label]);
  return named.filter(([, other]) => other !== version).map(([place, other]) => `${place}: ${other ?? 'none'}`);
}

/** The packages of the lock file that name where they were downloaded from, which must not depend on who installed them. */
export function findRegistryAddresses(root: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(read(root, 'package-lock.json')));
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved))
    .map(([path]) => path);
}
