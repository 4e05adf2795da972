import { randomSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { newCounters } from './counters.ts';
import { createMessageReceiver } from './messages.ts';

const serial = randomSerial();

function setUp() {
  const counters = newCounters();
  const acknowledged: number[] = [];
  const receipts: number[] = [];
  const inputs: number[] = [];
  const programmes: string[] = [];
  const commands: unknown[] = [];
  const frames: string[] = [];
  const receiver = createMessageReceiver({
    serial,
    counters,
    acknowledged: (seq) => acknowledged.push(seq),
    receiptsAcknowledged: (seq) => receipts.push(seq),
    inputsAcknowledged: (seq) => inputs.push(seq),
    programmeAnnounced: ({ sha256 }) => programmes.push(sha256),
    configured: () => undefined,
    commanded: (message) => commands.push(message),
    pageFrame: (pageId, payload) => frames.push(`${pageId} ${payload.length}`),
  });
  return { receiver, counters, acknowledged, receipts, inputs, programmes, commands, frames };
}

describe('the message receiver of a device', () => {
  it('passes on valid messages', () => {
    const { receiver, acknowledged } = setUp();
    receiver.receive(topics.acks(serial), Buffer.from('{"metrics_seq":7}'));
    expect(acknowledged).toEqual([7]);
  });

  it('distinguishes acknowledged receipts and inputs, and passes on which programme there is', () => {
    const { receiver, acknowledged, receipts, inputs, programmes } = setUp();
    const sha256 = 'a'.repeat(64);
    receiver.receive(topics.acks(serial), Buffer.from('{"receipts_seq":3}'));
    receiver.receive(topics.acks(serial), Buffer.from('{"inputs_seq":4}'));
    receiver.receive(
      topics.programme(serial),
      Buffer.from(JSON.stringify({ version: 1, sha256, at: '2026-01-15T12:00:00Z' })),
    );
    expect({ acknowledged, receipts, inputs, programmes }).toEqual({
      acknowledged: [],
      receipts: [3],
      inputs: [4],
      programmes: [sha256],
    });
  });

  it('passes on frames of live pages as they are, and nothing of other topics', () => {
    const { receiver, frames, counters } = setUp();
    const pageId = '0e3a4b0c-1111-4222-8333-444455556661';
    receiver.receive(topics.pageAudio(pageId), Buffer.of(1, 2, 3));
    receiver.receive('pages/all/audio', Buffer.of(1));
    receiver.receive(topics.commands(randomSerial()), Buffer.from('{}'));
    expect(frames).toEqual([`${pageId} 3`]);
    expect(counters.invalidPayloads).toBe(0);
  });

  it('counts a payload nested deeper than 64 levels as invalid, and does not pass it on', () => {
    const { receiver, counters, acknowledged, commands } = setUp();
    const deep = `{"metrics_seq":7,"deep":${'['.repeat(64)}${']'.repeat(64)}}`;
    receiver.receive(topics.acks(serial), Buffer.from(deep));
    receiver.receive(topics.commands(serial), Buffer.from(deep));
    expect({ acknowledged, commands, invalidPayloads: counters.invalidPayloads }).toEqual({
      acknowledged: [],
      commands: [undefined],
      invalidPayloads: 1,
    });
  });
});
