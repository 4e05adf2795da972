import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Restarts this machine by systemd. Rejects with the reason where it does not. */
export async function rebootMachine(): Promise<void> {
  try {
    await promisify(execFile)('systemctl', ['reboot']);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim() || message, { cause: error });
  }
}
