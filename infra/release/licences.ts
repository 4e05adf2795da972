import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const LICENCES_FILE = 'THIRD_PARTY_LICENCES.txt';

/** Packages of the build whose content is delivered: the icons of the emblems. */
const DELIVERED_BY_BUILD: ReadonlySet<string> = new Set(['node_modules/@iconify-json/fluent-emoji-flat']);

const TEXT_FILE = /^(licen[cs]e|copying|notice|copyright)([.-].*)?$/i;
const CODE_FILE = /\.(js|ts|json|cjs|mjs)$/i;
const RULE = '-'.repeat(80);

const lockedSchema = z.looseObject({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  link: z.boolean().optional(),
  os: z.unknown().optional(),
  cpu: z.unknown().optional(),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const lockSchema = z.object({ packages: z.record(z.string(), lockedSchema) });
const manifestSchema = z.object({
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
  author: z
    .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
    .optional()
    .catch(undefined),
});

/** A package that is delivered. `text` has its licence and notices; null for a package that is installed on some platforms only. */
type Licensed = { name: string; version: string; licence: string; author: string | undefined; text: string | null };

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isOfPlatform = ({ os, cpu }: z.infer<typeof lockedSchema>): boolean => os !== undefined || cpu !== undefined;

/**
 * The packages that a production installation of any workspace has, by the lock file, with the licences that are in their folders
 * below `node_modules`.
 * @param root the folder of the repository
 * @throws where a package is not installed
 */
export function findLicensed(root: string): Licensed[] {
  const { packages } = lockSchema.parse(JSON.parse(read(root, 'package-lock.json')));
  const production = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => DELIVERED_BY_BUILD.has(path) || (!dev && !devOptional && !link),
  );
  const optional = new Set(production.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies)));
  const delivered = production.filter(
    ([path, locked]) => path.includes('node_modules/') && (!isOfPlatform(locked) || optional.has(nameOf(path))),
  );
  const licensedPackages = delivered.map(([path, locked]): Licensed => {
    const { version = '', license } = locked;
    const name = nameOf(path);
    // Not installed on every machine, and the file is the same on all of them.
    if (isOfPlatform(locked)) return { name, version, licence: license ?? 'not stated', author: undefined, text: null };
    const manifest = manifestSchema.parse(JSON.parse(read(root, path, 'package.json')));
    const licence = license ?? manifest.license ?? 'not stated';
    return { name, version, licence, author: manifest.author, text: readTexts(join(root, path)) };
  });
  const key = ({ name, version }: Licensed): string => `${name}@${version}`;
  const unique = new Map(licensedPackages.map((licensed) => [key(licensed), licensed]));
  return [...unique.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The licence and notices of a package, empty where it has none. */
const readTexts = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name) && !CODE_FILE.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => tidy(read(folder, name)))
    .join('\n\n');

const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/^\n+|\n+$/g, '');

/** The whole file: each package with the number of its text, then each text once. */
export function licencesText(licensed: readonly Licensed[]): string {
  const texts = [...new Set(licensed.flatMap(({ text }) => (text ? [text] : [])))];
  const lines = licensed.map(({ name, version, licence, author, text }) => {
    const where = text
      ? `text ${texts.indexOf(text) + 1}`
      : text === null
        ? 'on its platform only'
        : 'no text in the package';
    return `${name} ${version}: ${licence} (${where})${text === '' && author ? `, by ${author}` : ''}`;
  });
  const numbered = texts.map((text, index) => `${RULE}\nText ${index + 1}\n${RULE}\n\n${text}\n`);
  return `${HEAD}\n${lines.join('\n')}\n\n${numbered.join('\n')}`;
}

const HEAD = `Licences of the packages with which Belfry is delivered

Written by "npm run licences" from package-lock.json and node_modules. Belfry itself is under the Apache License 2.0 (LICENSE), its speech
engine, which is a program of its own, under the GNU General Public License 3 or later (infra/speech-engine/LICENSE).
`;
