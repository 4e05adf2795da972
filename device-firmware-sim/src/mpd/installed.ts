import { spawnSync } from 'node:child_process';

/** Whether the program is there. */
export const isMpdInstalled = (): boolean => spawnSync('mpd', ['--version'], { stdio: 'ignore' }).status === 0;
