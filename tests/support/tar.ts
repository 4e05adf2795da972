const BLOCK = 512;
/** `type`: 0 a file, 2 a symbolic link, 5 a folder. */
export type TarEntry = { path: string; content?: Uint8Array; type?: string };

/** A tar file. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ path, content = new Uint8Array(), type = '0' }) => {
    const header = Buffer.alloc(BLOCK);
    header.write(path, 0, 'latin1');
    header.write('0000644\0', 100, 'latin1');
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write(type, 156, 'latin1');
    header.write('ustar\0', 257, 'latin1');
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}
