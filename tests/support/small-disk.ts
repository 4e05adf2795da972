import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launched } from './launched-product.ts';

const SIZE_MIB = 400;
const MIB = 1024 * 1024;
/** What a running Postgres meets once this is the largest a file may become, in bytes. */
const NO_FILE = 1_024;

/** A way to take all room from Postgres, and to give it back. */
export interface SmallDisk {
  /** For the name of a test. */
  kind: string;
  /** A command that gives the launcher a disk of its own; it becomes the launcher's by `exec`. */
  before: readonly string[];
  fill(belfry: Launched): void;
  makeRoom(belfry: Launched): void;
}

/** Mounts a tmpfs over the data folder in a namespace that ends with the launcher: nothing is left on the machine. */
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

/** A small tmpfs where this machine lets us mount one, otherwise a limit on the size of Postgres' files. */
export function chooseSmallDisk(): SmallDisk {
  const namespace = NAMESPACES.find((options) => {
    const mounts = spawnSync('unshare', [...options, '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
    return mounts.status === 0;
  });
  return namespace ? tmpfs(mountIn(namespace)) : fileLimit;
}

const ballastOf = ({ files }: Launched): string => join(files, 'ballast');

function tmpfs(before: readonly string[]): SmallDisk {
  return {
    kind: `a tmpfs of ${SIZE_MIB} MiB`,
    before,
    fill(belfry) {
      const { bavail, bsize } = statfsSync(belfry.files);
      writeFileSync(ballastOf(belfry), '');
      // By the piece, since the last of the room is taken from somebody who is writing at the same time.
      for (let left = bavail * bsize; left > 0; left -= MIB) {
        try {
          writeFileSync(ballastOf(belfry), Buffer.alloc(Math.min(MIB, left)), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          return;
        }
      }
    },
    makeRoom: (belfry) => rmSync(ballastOf(belfry)),
  };
}

const limit = (belfry: Launched, size: string): void => {
  for (const pid of belfry.postgresPids()) spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`]);
};

const fileLimit: SmallDisk = {
  kind: 'no disk can be mounted here, so its files may not grow instead',
  before: [],
  fill: (belfry) => limit(belfry, String(NO_FILE)),
  makeRoom: (belfry) => limit(belfry, 'unlimited'),
};
