import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { compileAcl, type Action } from '@belfry/schemas/mqtt/authorize';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';

const SERIAL = '1111-2222-3333-4444';
const MODULE = readFileSync(join(import.meta.dirname, 'rabbitmq/belfry_access.erl'), 'utf8');

/** The topics of a list in `belfry_access.erl`, which has the parts after the serial in the words of RabbitMQ. */
function topicsIn(name: string): string[] {
  const [, list = ''] = new RegExp(`-define\\(${name}, \\[([^\\]]+)\\]`).exec(MODULE) ?? [];
  return [...list.matchAll(/<<"([^"]+)">>/g)].map(([, part = '']) => `devices/${SERIAL}/${part.replaceAll('.', '/')}`);
}

describe('what a node of RabbitMQ allows a device without a question', () => {
  const acl = aclFor({ kind: 'device', serial: SERIAL });

  it.each<[Action, string]>([
    ['publish', 'PUBLISHED'],
    ['subscribe', 'SUBSCRIBED'],
  ])('to %s is allowed by the access list', (action, name) => {
    const rights = compileAcl(acl);
    const listed = topicsIn(name);
    expect(listed).not.toEqual([]);
    expect(listed.filter((topic) => !rights.allowed(action, topic))).toEqual([]);
  });

  it('is everything that it publishes, and to which it subscribes, so that none of it causes a question', () => {
    const published = acl.flatMap(({ action, topic }) => (action === 'publish' ? [topic] : []));
    expect(topicsIn('PUBLISHED').toSorted()).toEqual(published.toSorted());
    const subscribed = [topics.commands, topics.acks, topics.programme, topics.configDesired];
    expect(topicsIn('SUBSCRIBED')).toEqual(subscribed.map((topicOf) => topicOf(SERIAL)));
  });
});

it('is asked about each subscription to a live page anew, since who may hear it changes while it is open', () => {
  expect(MODULE).toContain('asked(<<"pages.", _/binary>>) -> rabbit_auth_backend_http;');
  expect(topicsIn('SUBSCRIBED').some((topic) => topic.includes('pages'))).toBe(false);
});
