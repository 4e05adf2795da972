import { spawn } from 'node:child_process';

/**
 * Ends the processes in the last line that it has read when its input closes, which happens however the launcher ends,
 * including kill -9. It is a shell because it must survive the launcher.
 * A zombie counts as ended: below a container's pid 1 it may stay one forever.
 */
const SCRIPT = `
trap '' INT TERM HUP
alive() {
  kill -0 "$1" || return 1
  state=
  [ -r "/proc/$1/stat" ] && read -r _ _ state _ < "/proc/$1/stat"
  [ "$state" != Z ]
}
pids=
while read -r line; do pids=$line; done
[ -z "$pids" ] && exit
kill -INT $pids
for tenth in $(seq 80); do
  left=
  for pid in $pids; do alive "$pid" && left="$left $pid"; done
  [ -z "$left" ] && exit
  pids=$left
  sleep 0.1
done
kill -KILL $pids`;

export interface Watchdog {
  /** The id of the watchdog's process, undefined without a shell. It ends after the last watched process. */
  readonly pid: number | undefined;
  /** Replaces the list of processes that must not outlive this one. */
  watch(pids: readonly number[]): void;
  stop(): void;
}

/** Starts a process that ends the watched ones when the launcher ends without having stopped them. */
export function startWatchdog(): Watchdog {
  if (process.platform === 'win32') return { pid: undefined, watch: () => {}, stop: () => {} };
  const shell = spawn('sh', ['-c', SCRIPT], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return {
    pid: shell.pid,
    watch: (pids) => void shell.stdin.write(`${pids.join(' ')}\n`),
    stop: () => void shell.stdin.end('\n'),
  };
}
