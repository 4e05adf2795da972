import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';

const source = (file: string): string => readFileSync(join(ROOT, 'web/src/app', file), 'utf8');

/** The paths of the screens inside the shell, in the order of the links. */
export const pathsInShell = (): string[] =>
  [...source('screens/screens.ts').matchAll(/^ {4}path: (?:'([^']+)'|HOME_PATH),$/gm)].map(
    ([, path = '/home']) => path,
  );

/** The paths of the screens for people who are not signed in, without the sign-in page, which every other path shows. */
export const publicPaths = (): string[] =>
  [...source('main.tsx').matchAll(/^ {4}publicScreen\(\s*'([^']+)'/gm)].map(([, path]) => `/${path}`);
