import { spawn } from 'node:child_process';

/**
 * The last line it reads is the list of processes to end when its input closes, which happens in whatever way the
 * launcher ends, kill -9 included. A shell does it because nothing of the launcher's own survives that.
 */
const SCRIPT = `
trap '' INT TERM HUP
pids=
while read -r line; do pids=$line; done
[ -z "$pids" ] && exit
kill -INT $pids
for second in 1 2 3 4 5 6 7 8; do
  alive=
  for pid in $pids; do kill -0 $pid && alive="$alive $pid"; done
  [ -z "$alive" ] && exit
  pids=$alive
  sleep 1
done
kill -KILL $pids`;

export interface Watchdog {
  /** Replaces the list of processes that must not outlive this one. */
  watch(pids: readonly number[]): void;
  stop(): void;
}

/** Starts the process that ends the parts when the launcher dies without having stopped them. */
export function startWatchdog(): Watchdog {
  if (process.platform === 'win32') return { watch: () => {}, stop: () => {} };
  const shell = spawn('sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return {
    watch: (pids) => void shell.stdin.write(`${pids.join(' ')}\n`),
    stop: () => void shell.stdin.end('\n'),
  };
}
