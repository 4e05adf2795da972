import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { outputNameSchema } from '@belfry/schemas/domain/outputs';
import type { OutputDriver } from '../device/outputs.ts';

/** A line of a GPIO chip, as `gpiochip0` and 17. */
export type GpioLine = { chip: string; line: number; activeLow: boolean };

const WIRED = /^(?<output>[^=]+)=(?<chip>[a-z\d]+):(?<line>\d{1,3})(?<low>:low)?$/;

/** Reads `strobe=gpiochip0:17,relay=gpiochip0:27:low`; null where it is something else. */
export function parseGpioOutputs(text: string): Map<string, GpioLine> | null {
  const lines = new Map<string, GpioLine>();
  for (const part of text.split(',').filter(Boolean)) {
    const { output = '', chip = '', line = '', low } = WIRED.exec(part.trim())?.groups ?? {};
    if (!outputNameSchema.safeParse(output).success || lines.has(output)) return null;
    lines.set(output, { chip, line: Number(line), activeLow: low !== undefined });
  }
  return lines;
}

/** A line is held by its process; one that has not failed by then holds it. */
const HELD_AFTER_MS = 150;
const NOT_INSTALLED = 'gpioset is not installed (apt install gpiod)';

/** The first version ends at once, and gives the line back, unless it is told to wait for a signal; from the second one on it waits. */
export const gpiosetArguments = (version: number, { chip, line, activeLow }: GpioLine, isOn: boolean): string[] => [
  ...(activeLow ? ['--active-low'] : []),
  ...(version < 2 ? ['--mode=signal', chip] : ['--chip', chip]),
  `${line}=${isOn ? 1 : 0}`,
];

/** As `gpioset --version` writes it: "gpioset (libgpiod) v1.6.3". Null where it is not installed. */
function readVersion(): number | null {
  const { error, stdout } = spawnSync('gpioset', ['--version'], { encoding: 'utf8', timeout: 5_000 });
  return error ? null : Number(/v?(\d+)\.\d/.exec(stdout)?.[1] ?? 1);
}

/**
 * Switches GPIO lines by `gpioset` of libgpiod, which must run for as long as a line is to be held.
 * @returns null where no outputs are named; `close` gives the lines back
 */
export function createGpioOutputs(lines: ReadonlyMap<string, GpioLine>): (OutputDriver & { close(): void }) | null {
  if (lines.size === 0) return null;
  const holders = new Map<string, ChildProcess>();
  let version: number | null = null;

  async function release(output: string): Promise<void> {
    const holder = holders.get(output);
    holders.delete(output);
    if (!holder || holder.exitCode !== null || holder.signalCode !== null) return;
    const closed = new Promise((resolve) => void holder.once('close', resolve));
    holder.kill('SIGTERM');
    await closed;
  }

  async function hold(output: string, args: readonly string[]): Promise<void> {
    const holder = spawn('gpioset', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    holder.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-200)));
    const failure = await new Promise<string | null>((resolve) => {
      holder.once('error', () => resolve(NOT_INSTALLED));
      holder.once('close', () => resolve(said.trim() || 'gpioset has ended'));
      setTimeout(() => resolve(null), HELD_AFTER_MS).unref();
    });
    if (failure !== null) throw new Error(failure);
    holders.set(output, holder);
  }

  /** One at a time: a line is given back before it is held again. */
  let turn: Promise<void> = Promise.resolve();
  return {
    names: [...lines.keys()],
    switch(output, isOn) {
      const switched = turn.then(async () => {
        const line = lines.get(output);
        version ??= readVersion();
        if (!line || version === null) throw new Error(NOT_INSTALLED);
        await release(output);
        await hold(output, gpiosetArguments(version, line, isOn));
      });
      turn = switched.catch(() => undefined);
      return switched;
    },
    close() {
      for (const holder of holders.values()) holder.kill('SIGTERM');
      holders.clear();
    },
  };
}
