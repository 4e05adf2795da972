import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';

const source = (file: string): string => readFileSync(join(ROOT, 'web/src/app', file), 'utf8');

type ScreenInShell = { path: string; label: string; access: string; linked: boolean };

/** The screens inside the shell, in the order of the links. `linked`: the navigation has a link, with all pages open. */
export const screensInShell = (): ScreenInShell[] =>
  [
    ...source('screens/screens.ts').matchAll(
      /^ {4}path: (?:'([^']+)'|HOME_PATH),\n {4}label: \{ en: '([^']+)'[^\n]*\n {4}access: '([^']+)',\n(?: {4}needs: '[^']+',\n)?( {4}listed:)?/gm,
    ),
  ].map(([, path = '/home', label = '', access = '', listed]) => ({
    path,
    label,
    access,
    linked: listed !== undefined,
  }));

/** The paths of the screens for people who are not signed in, without the sign-in page, which every other path shows. */
export const publicPaths = (): string[] =>
  [...source('main.tsx').matchAll(/^ +publicScreen\(\s*'([^']+)'/gm)].map(
    ([, path = '']) => `/${path.replace('/:token?', '')}`,
  );
