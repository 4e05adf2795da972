import { describe, expect, it, vi } from 'vitest';
import type { CommandContext, Responses } from '../device/types.ts';
import { createTestContext } from '../testing/test-context.ts';
import type { Host } from './host.ts';
import { rebootHost, settleReboot } from './reboot.ts';

const COMMAND = { correlation_id: 'the-command', at: 0 };

const machine = (uptime: number) => ({ sensors: { uptimeSeconds: () => uptime } }) as unknown as Host;

describe('a command that restarts the machine', () => {
  function begin(reboot: () => Promise<void>) {
    const device = createTestContext();
    const context: CommandContext<'reboot'> = {
      ...device,
      params: {},
      correlationId: COMMAND.correlation_id,
      expiresAt: Infinity,
      reportStep: async () => {},
      wait: async () => {},
      fails: () => false,
    };
    return { device, answer: rebootHost(context, { ...machine(1_000), reboot }) };
  }

  it('is kept in flash until the next start answers it', async () => {
    const reboot = vi.fn(async () => {});
    const { device } = begin(reboot);
    await vi.waitFor(() => expect(reboot).toHaveBeenCalled());
    expect(device.flash.memory.reboot).toEqual({ correlation_id: 'the-command', at: device.clock.now() });
    expect(device.published.statuses).toEqual(['maintenance']);
  });

  it('fails with the reason where the machine refuses', async () => {
    const { device, answer } = begin(() => Promise.reject(new Error('Access denied')));
    await expect(answer).rejects.toMatchObject({ errorType: 'reboot_failed', message: 'Access denied' });
    expect(device.flash.memory.reboot).toBeNull();
    expect(device.published.statuses).toEqual(['maintenance', 'online']);
  });
});

describe('the start after it', () => {
  function start(uptime: number, minutesAgo: number) {
    const { clock, flash } = createTestContext();
    flash.memory.reboot = { ...COMMAND, at: clock.now() - minutesAgo * 60_000 };
    const settle = vi.fn<Responses['settle']>();
    settleReboot({ clock, flash, host: machine(uptime), responses: { settle } });
    settleReboot({ clock, flash, host: machine(uptime), responses: { settle } });
    return settle.mock.calls;
  }

  it('answers it once, with the new uptime', () => {
    expect(start(30, 2)).toEqual([['the-command', { success: true, result: { uptime_seconds: 30 } }]]);
  });

  it('answers that only the process was started again', () => {
    expect(start(86_400, 2)).toEqual([
      ['the-command', { success: false, error: expect.any(String), error_type: 'reboot_failed' }],
    ]);
  });
});
