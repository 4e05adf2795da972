import { spawn } from 'node:child_process';

/** No colours in the output, and no telemetry. */
const PLAIN_OUTPUT = { NO_COLOR: '1', FORCE_COLOR: undefined, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/**
 * Runs a command to its end and collects its output.
 * @param limit when it aborts, the command's process group is killed
 * @param onText gets each piece of the output as it comes
 */
export async function runCommand(
  argv: readonly string[],
  limit: AbortSignal,
  { env = {}, onText }: { env?: NodeJS.ProcessEnv; onText?: ((text: string) => void) | undefined } = {},
): Promise<{ code: number | null; output: string }> {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    env: { ...process.env, ...PLAIN_OUTPUT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onText?.(text);
    });
  }
  const stop = (): void => {
    output += '\nstopped: it took longer than its limit\n';
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  };
  if (limit.aborted) stop();
  else limit.addEventListener('abort', stop, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  return { code: await promise.finally(() => limit.removeEventListener('abort', stop)), output };
}
