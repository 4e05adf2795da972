import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

export type PackageFile = { path: string; content: Buffer; mode?: number };

type Package = {
  /** The fields of `control`. */
  control: Record<string, string>;
  /** Maintainer scripts by name. */
  scripts: Record<string, Buffer>;
  files: readonly PackageFile[];
};

/** Of every file, so that the same sources make the same package. */
const MTIME = new Date('2026-01-01T00:00:00Z');

/** A package of Debian: an `ar` archive with its version, its control files and its files (deb(5)). */
export async function makeDeb({ control, scripts, files }: Package): Promise<Buffer> {
  const size = Math.ceil(files.reduce((sum, { content }) => sum + content.length, 0) / 1_024);
  const fields = Object.entries({ ...control, 'Installed-Size': String(size) });
  const sums = files.map(({ path, content }) => `${createHash('md5').update(content).digest('hex')}  ${path}\n`);
  const controlFiles = [
    { path: 'control', content: Buffer.from(fields.map(([name, value]) => `${name}: ${value}\n`).join('')) },
    { path: 'md5sums', content: Buffer.from(sums.join('')) },
    ...Object.entries(scripts).map(([path, content]) => ({ path, content, mode: 0o755 })),
  ];
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    member('debian-binary', Buffer.from('2.0\n')),
    member('control.tar.gz', await tarOf(controlFiles)),
    member('data.tar.gz', await tarOf(files)),
  ]);
}

async function tarOf(files: readonly PackageFile[]): Promise<Buffer> {
  const tar = pack();
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: MTIME };
  tar.entry({ ...owner, name: './', type: 'directory', mode: 0o755 });
  for (const folder of [...folders].toSorted())
    tar.entry({ ...owner, name: `./${folder}/`, type: 'directory', mode: 0o755 });
  for (const { path, content, mode = 0o644 } of files) tar.entry({ ...owner, name: `./${path}`, mode }, content);
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 9 });
}

/** `usr/bin/x` is in `usr` and `usr/bin`. */
const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

function member(name: string, content: Buffer): Buffer {
  const seconds = String(MTIME.getTime() / 1_000);
  const header = `${name.padEnd(16)}${seconds.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(header), content, Buffer.from(content.length % 2 === 1 ? '\n' : '')]);
}
