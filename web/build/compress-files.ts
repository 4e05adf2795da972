import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|map)$/;
/** Smaller files fit into one packet either way. */
const MIN_BYTES = 1_000;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `x.js.br` and `x.js.gz` beside each built file, as the api serves them; fonts are compressed already. */
export function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
        await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const variants = { br: await brotli(content, { params }), gz: await deflate(content, { level: 9 }) };
  for (const [ending, compressed] of Object.entries(variants)) {
    if (compressed.length < content.length) await writeFile(`${path}.${ending}`, compressed);
  }
}
