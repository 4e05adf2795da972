import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandTable, COMMANDS } from './commands.ts';
import { splitArgs } from './command-parts.ts';
import { messages, type MessageKind } from './messages.ts';

const kinds = Object.keys(messages) as MessageKind[];
const at = '2026-11-20T12:00:00.000Z';

describe('message schemas', () => {
  it.each(kinds)('%s throws for no JSON, and accepts its own output', (kind) => {
    const { schema } = messages[kind];
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const first = schema.safeParse(value);
        if (first.success) expect(schema.safeParse(first.data)).toEqual(first);
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
    );
  });

  it('accepts a metrics message, also one of a newer firmware with further fields', () => {
    const message = {
      hostname: 'rpi-1',
      cpu_usage_percent: 12.5,
      cpu_temperature: 51.2,
      memory_usage_percent: 40,
      disk_usage_percent: 70,
      uptime_seconds: 100,
      collected_at: at,
      seq: 7,
    };
    expect(messages.metrics.schema.parse(message)).toEqual(message);
    expect(messages.metrics.schema.parse({ ...message, fan_rpm: 900 })).toEqual(message);
  });

  it.each([
    ['a percentage past 100', { cpu_usage_percent: 101 }],
    ['a fraction for a sequence number', { seq: 1.5 }],
    ['a local time', { collected_at: '2026-11-20T12:00:00+03:00' }],
    ['a text for a number', { uptime_seconds: '5' }],
  ])('rejects %s', (_what, change) => {
    const message = {
      hostname: 'rpi-1',
      cpu_usage_percent: 1,
      cpu_temperature: 1,
      memory_usage_percent: 1,
      disk_usage_percent: 1,
      uptime_seconds: 1,
      collected_at: at,
    };
    expect(messages.metrics.schema.safeParse({ ...message, ...change }).success).toBe(false);
  });

  it('fills the absent fields of a response', () => {
    const correlation_id = '3f1f3f0e-54c7-4b6e-9f1c-2d4c3c1c9a11';
    expect(messages.responses.schema.parse({ correlation_id, phase: 'accepted', at })).toEqual({
      correlation_id,
      phase: 'accepted',
      success: null,
      result: null,
      error: null,
      error_type: null,
      execution_time_ms: null,
      at,
    });
  });
});

describe('the command table', () => {
  it('contains every command of the contract', () => {
    expect([...COMMANDS].sort()).toEqual(
      [
        'set_volume test_voices test_music test_radio play stop page_open page_close output mpd_player wifi_scan install reboot reinstall',
        'clear_cache clear_logs refresh_info export_info system_diagnostics sound_test contact_support system_status system_info check_services',
      ]
        .join(' ')
        .split(' ')
        .sort(),
    );
  });

  it('validates parameters', () => {
    const { params } = commandTable.set_volume;
    expect(params.safeParse({ channel: 0, volume: 100 }).success).toBe(true);
    expect(params.safeParse({ channel: 3, volume: 100 }).success).toBe(false);
    expect(params.safeParse({ channel: 0, volume: 101 }).success).toBe(false);
    expect(commandTable.reboot.params.safeParse({ hard: true }).success).toBe(false);
    const pattern = { output: 'strobe', state: 'pulse', duration_ms: 500, pause_ms: 500 };
    const takes = (repeat: number): boolean => commandTable.output.params.safeParse({ ...pattern, repeat }).success;
    expect([takes(0), takes(60), takes(61)]).toEqual([false, true, false]);
  });

  it('reads arguments in both forms', () => {
    expect(splitArgs('1  status')).toEqual(['1', 'status']);
    expect(splitArgs([1, 'status'])).toEqual(['1', 'status']);
    expect(splitArgs('')).toEqual([]);
  });
});
