import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runGroups } from './run/run-groups.ts';
import { browser, buildConsole, check, FLOWS, TWO_WORKERS, types, UNITS, vitest, type Step } from './run/steps.ts';

/**
 * `npm run test:affected [-- --since REV]`: what a change since the last commit of main (or REV) can break: types, lint of the changed files, the units that load
 * them, the flows of their features and of the features that import these, and the smoke stories. The gate finds the rest.
 */
process.chdir(resolve(import.meta.dirname, '..'));
const MINUTES = 30;
/** A change that concerns more features than these concerns all. */
const FEATURES_MAX = 12;

const { values } = parseArgs({ options: { since: { type: 'string', default: 'main' } } });
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', values.since), ...git('ls-files', '--others', '--exclude-standard')];
const present = changed.filter((path) => existsSync(path));

/** The files that import each file, type imports aside, and all that import it. */
const importers = { values: new Map<string, Set<string>>(), all: new Map<string, Set<string>>() };
const IMPORT = /(?:^|\n)\s*(?:import|export)(\s+type)?\s[^;'"]*?from\s+['"]([^'"]+)['"]|import\(?\s*['"]([^'"]+)['"]/g;
const PACKAGES: Record<string, string> = { '@belfry/infra': 'infra', '@belfry/tests': 'tests' };
for (const path of globSync('{schemas,broker,api,web,device-firmware-sim,infra,tests}/**/*.{ts,tsx}', {
  exclude: (name) => ['node_modules', 'dist', 'data'].includes(name.split('/').at(-1) ?? ''),
})) {
  for (const [, type, from, dynamic] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
    const target = targetOf(path, from ?? dynamic ?? '');
    if (!target) continue;
    importers.all.set(target, (importers.all.get(target) ?? new Set()).add(path));
    if (!type) importers.values.set(target, (importers.values.get(target) ?? new Set()).add(path));
  }
}

/** The file of an import; null for packages that are not ours. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const [, name = '', rest = ''] = /^(@belfry\/[\w-]+)\/(.+)$/.exec(specifier) ?? [];
  if (!name) return null;
  const folder = PACKAGES[name] ?? `${name.slice('@belfry/'.length)}/src`;
  return `${folder}/${rest}${/\.\w+$/.test(rest) ? '' : '.ts'}`;
}

/** These files and all that load them. */
function closureOf(paths: readonly string[]): Set<string> {
  const reached = new Set(paths);
  for (const path of reached) for (const importer of importers.values.get(path) ?? []) reached.add(importer);
  return reached;
}

const FEATURE =
  /^(?:api|web)\/src\/features\/([\w-]+)\/|^schemas\/src\/http\/([\w-]+)(?:\/|\.ts$)|^tests\/(?:flows|browser)\/([\w-]+)\//;
const featureOf = (path: string): string | undefined => FEATURE.exec(path)?.slice(1).find(Boolean);
const features = new Set(changed.map(featureOf).filter((name) => name !== undefined));
const flows = globSync('tests/flows/*', { withFileTypes: true }).map(({ name }) => name);

/** The features of a change, and those whose servers import a changed file or one of a changed feature. */
function concerned(): string[] {
  const names = new Set(features);
  for (const [target, from] of importers.all) {
    const isChanged = changed.includes(target) && !/\.test\.tsx?$/.test(target);
    const isOfChanged = target.startsWith('api/src/features/') && features.has(featureOf(target) ?? '');
    if (!isChanged && !isOfChanged) continue;
    for (const path of from) if (path.startsWith('api/src/features/')) names.add(featureOf(path) ?? '');
  }
  const concernedFlows = flows.filter((name) => names.has(name));
  return concernedFlows.length > FEATURES_MAX ? flows : concernedFlows;
}

const isServer = changed.some((path) => /^(?:schemas|broker|api|device-firmware-sim)\/.*\.(?:ts|sql)$/.test(path));
const flowFiles = isServer ? concerned().map((name) => `tests/flows/${name}/`) : [];
const changedFlows = present.filter((path) => /^tests\/flows\/.*\.test\.ts$/.test(path));
const units = [...closureOf(changed)].filter(
  (path) => /\.test\.tsx?$/.test(path) && !path.startsWith('tests/') && existsSync(path),
);
const sources = present.filter((path) => /\.(?:[jt]sx?|mjs)$/.test(path));
const console_ = changed.some((path) => /^(?:web|schemas|tests\/browser)\//.test(path));
const stories = ['@smoke', ...(console_ ? [...features].map((name) => `\\b${name}/`) : [])].join('|');

await runGroups((reports) => {
  const lint: Step[] =
    sources.length > 0
      ? [
          check('lint', 8, ['oxlint', '--type-aware', '--deny-warnings', ...sources]),
          check('format', 2, ['oxfmt', '--check', ...present]),
        ]
      : [];
  const unitTests =
    units.length > 0 ? [vitest(reports, 'units', 15, { run: UNITS, options: [...TWO_WORKERS, ...units] })] : [];
  const chosen = [...new Set([...flowFiles, ...changedFlows])];
  const notLarge = { filter: '!full', leavesOut: (tags: readonly string[]) => tags.includes('full') };
  const flowTests =
    chosen.length > 0
      ? [vitest(reports, 'flows', 25, { run: FLOWS, tags: notLarge, retries: 1, options: chosen })]
      : [];
  return [
    [...lint, types, buildConsole],
    unitTests,
    flowTests,
    [browser(reports, 'browser stories', 22, { run: ['stories'], options: ['--grep', stories] })],
  ];
}, MINUTES);
