import { messages } from '@belfry/schemas/mqtt/messages';
import { parseTopic } from '@belfry/schemas/mqtt/topics';
import { Parser } from '@asyncapi/parser';
import { expect, it } from 'vitest';
import { createAsyncApi } from './asyncapi.ts';

it('is valid AsyncAPI 3', { timeout: 20_000 }, async () => {
  const valid = createAsyncApi();
  const broken = { ...valid, operations: { status: { action: 'broadcast' } } };
  const [{ document, diagnostics }, refused] = await Promise.all([
    new Parser().parse(JSON.stringify(valid)),
    new Parser().parse(JSON.stringify(broken)),
  ]);
  expect(document, JSON.stringify(diagnostics)).toBeDefined();
  expect(refused.document).toBeUndefined();
});

it('has every message under the topic that parses to it', () => {
  const { channels } = createAsyncApi() as { channels: Record<string, { address: string }> };
  expect(Object.keys(channels).toSorted()).toEqual(Object.keys(messages).toSorted());
  for (const [kind, { address }] of Object.entries(channels)) {
    const topic = address
      .replace('{serial}', '1234-5678-9012-3456')
      .replace('{channel}', 'music')
      .replace('{user_id}', '7');
    expect(parseTopic(topic)?.kind).toBe(kind);
  }
});
