import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = join(import.meta.dirname, '../src');
const MODULE = 'virtual:english-texts/';
const RESOLVED = `\0${MODULE}`;
/** `useTranslation(['devices', 'common'])`; without a namespace it is `common`. */
const CALL = /\b(?:useTranslation|textsOf)\(([^()]*)\)/g;

const namespacesOf = (code: string): Set<string> =>
  new Set(
    [...code.matchAll(CALL)].flatMap(([, parameters = '']) => {
      const names = [...parameters.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);
      return parameters.trim() === '' ? ['common'] : names;
    }),
  );

/** Loads the English texts of a namespace with the code that names it, so that the first load has those of the start alone. */
export function englishTexts(): Plugin {
  return {
    name: 'english-texts',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(RESOLVED)) return undefined;
      const namespace = id.slice(RESOLVED.length);
      const file = JSON.stringify(join(SOURCES, 'locales/en', `${namespace}.json`));
      const registry = JSON.stringify(join(SOURCES, 'lib/english-texts.ts'));
      return `import texts from ${file};\nimport { addEnglishTexts } from ${registry};\naddEnglishTexts('${namespace}', texts);`;
    },
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !/\.tsx?$/.test(id)) return undefined;
      const names = [...namespacesOf(code)];
      if (names.length === 0) return undefined;
      // At the end, where no line moves; imports are hoisted.
      return { code: `${code}\n${names.map((name) => `import '${MODULE}${name}';`).join('\n')}\n`, map: null };
    },
  };
}
