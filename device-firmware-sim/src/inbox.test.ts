import { randomSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { newCounters } from './counters.ts';
import { createInbox } from './inbox.ts';

const serial = randomSerial();

function setUp() {
  const counters = newCounters();
  const acknowledged: number[] = [];
  const commands: unknown[] = [];
  const inbox = createInbox({
    serial,
    counters,
    acknowledged: (seq) => acknowledged.push(seq),
    configured: () => undefined,
    commanded: (message) => commands.push(message),
  });
  return { inbox, counters, acknowledged, commands };
}

describe('the inbox of a device', () => {
  it('takes what keeps the contract', () => {
    const { inbox, acknowledged } = setUp();
    inbox.receive(topics.acks(serial), Buffer.from('{"metrics_seq":7}'));
    expect(acknowledged).toEqual([7]);
  });

  it('counts a payload nested deeper than 64 levels as unreadable, and passes none of it on', () => {
    const { inbox, counters, acknowledged, commands } = setUp();
    const deep = `{"metrics_seq":7,"deep":${'['.repeat(64)}${']'.repeat(64)}}`;
    inbox.receive(topics.acks(serial), Buffer.from(deep));
    inbox.receive(topics.commands(serial), Buffer.from(deep));
    expect({ acknowledged, commands, unreadable: counters.unreadable }).toEqual({
      acknowledged: [],
      commands: [undefined],
      unreadable: 1,
    });
  });
});
