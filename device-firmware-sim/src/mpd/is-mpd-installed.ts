import { spawnSync } from 'node:child_process';

export const isMpdInstalled = (): boolean => spawnSync('mpd', ['--version'], { stdio: 'ignore' }).status === 0;
