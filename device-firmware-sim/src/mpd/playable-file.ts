import { mkdir, open, readlink, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The first bytes of each format; what has none of them is MP3, which may begin with any frame. */
const SIGNATURES = [
  ['RIFF', 'wav'],
  ['fLaC', 'flac'],
  ['OggS', 'ogg'],
] as const;

/**
 * A link to a file under a name that ends with its format, in the given folder: MPD chooses the decoder by the end of the name,
 * and the audio cache names its files by their hashes.
 * @returns the absolute path of the link
 */
export async function linkPlayable(folder: string, sha256: string, file: string): Promise<string> {
  const link = join(resolve(folder), `${sha256}.${await formatOf(file)}`);
  const target = resolve(file);
  if ((await readlink(link).catch(() => null)) === target) return link;
  await mkdir(folder, { recursive: true });
  await rm(link, { force: true });
  await symlink(target, link);
  return link;
}

async function formatOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const first = buffer.toString('latin1', 0, bytesRead);
    return SIGNATURES.find(([signature]) => signature === first)?.[1] ?? 'mp3';
  } finally {
    await handle.close();
  }
}
