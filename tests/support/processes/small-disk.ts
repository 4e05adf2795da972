import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchedProduct } from './launched-product.ts';

const SIZE_MIB = 400;
const MIB = 1024 * 1024;
/** The file size limit that stands for a full disk. */
const MAX_FILE_BYTES = 1_024;

/** Fills the disk of Postgres, and frees it again. */
export interface SmallDisk {
  /** Description for test titles. */
  kind: string;
  /** A command that mounts a disk and runs the launcher by `exec`. */
  launchPrefix: readonly string[];
  /** May be called again, since Postgres frees space by itself. */
  fill(belfry: LaunchedProduct): void;
  freeSpace(belfry: LaunchedProduct): void;
}

/** Mounts a tmpfs over the data folder in a mount namespace that ends with the launcher. */
const mountIn = (namespace: readonly string[]): readonly string[] => [
  'unshare',
  ...namespace,
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${SIZE_MIB}m,mode=755 none "$0" && exec "$@"`,
  '{dataDir}',
];

const NAMESPACES: readonly (readonly string[])[] = [[], ['--user', '--map-root-user']];

/** A small tmpfs if mounting is permitted, otherwise a limit on the file size of Postgres' processes. */
export function chooseSmallDisk(): SmallDisk {
  const namespace = NAMESPACES.find((options) => {
    const mounts = spawnSync('unshare', [...options, '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
    return mounts.status === 0;
  });
  return namespace ? tmpfs(mountIn(namespace)) : fileLimit;
}

const ballastOf = ({ files }: LaunchedProduct): string => join(files, 'ballast');

function tmpfs(launchPrefix: readonly string[]): SmallDisk {
  return {
    kind: `a tmpfs of ${SIZE_MIB} MiB`,
    launchPrefix,
    fill(belfry) {
      const { bavail, bsize } = statfsSync(belfry.files);
      // In small pieces, since Postgres writes at the same time.
      for (let left = bavail * bsize; left > 0; left -= MIB) {
        try {
          writeFileSync(ballastOf(belfry), Buffer.alloc(Math.min(MIB, left)), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          return;
        }
      }
    },
    freeSpace: (belfry) => rmSync(ballastOf(belfry)),
  };
}

const limitFileSize = (belfry: LaunchedProduct, size: string): void => {
  for (const pid of belfry.postgresPids()) spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`]);
};

const fileLimit: SmallDisk = {
  kind: 'a file size limit, since mounting is not permitted',
  launchPrefix: [],
  fill: (belfry) => limitFileSize(belfry, String(MAX_FILE_BYTES)),
  freeSpace: (belfry) => limitFileSize(belfry, 'unlimited'),
};
