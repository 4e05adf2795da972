import { randomUUID } from 'node:crypto';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { type Commands, createCommands, type EndListener } from './commands.service.ts';
import { commandPool } from './testing/command-pool.ts';
import { responseOf, SERIAL } from './testing/delivery-writer-harness.ts';

const [VOLUME, REBOOT] = [randomUUID(), randomUUID()];
const KNOWN = [
  { id: VOLUME, command: 'set_volume' },
  { id: REBOOT, command: 'reboot' },
] as const;

let commands: Commands;
afterEach(() => commands.stop());

function setUp(heard: readonly Command[], ended = vi.fn<EndListener['ended']>(() => Promise.resolve())) {
  const { pool } = commandPool({ commands: KNOWN });
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const broker = { connected: true, publish: () => Promise.resolve() };
  const listener = { commands: heard, ended };
  commands = createCommands({ pool, broker, events: { changed: () => undefined }, log, listeners: [listener] });
  return { ended, warn };
}

async function respond(...ids: string[]): Promise<void> {
  const stored = ids.map(
    (correlation_id) =>
      new Promise<void>((resolve) =>
        commands.receiveResponse(responseOf({ correlation_id, result: null }), () => resolve()),
      ),
  );
  await Promise.all(stored);
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the listener of the ends of commands', () => {
  it('is told of its own commands only, with the outcome and the device', async () => {
    const { ended } = setUp(['reboot']);
    await respond(VOLUME, REBOOT);
    expect(ended).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ command_id: REBOOT, serial: SERIAL, event: 'succeeded' }),
    ]);
  });

  it('is not called for other commands', async () => {
    const { ended, warn } = setUp(['play']);
    await respond(VOLUME, REBOOT);
    expect(ended).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  it('that fails is logged, and the response is stored', async () => {
    const error = new Error('broken');
    const { warn } = setUp(
      ['reboot'],
      vi.fn(() => Promise.reject(error)),
    );
    await respond(REBOOT);
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error }, 'nobody was told of the end of a command');
  });
});
