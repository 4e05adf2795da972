import { rightsCases } from '@belfry/schemas/testing/rights-cases';
import { aclFor, type AclRule } from '@belfry/schemas/mqtt/access';
import { filters, parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { toEmqxAcl } from './acl.ts';

const S = '1111-2222-3333-4444';
const T = '5555-6666-7777-8888';
const lists = {
  device: toEmqxAcl(aclFor({ kind: 'device', serial: S })),
  owner: toEmqxAcl(aclFor({ kind: 'console', userId: 7, role: 'user', serials: [S] })),
  admin: toEmqxAcl(aclFor({ kind: 'console', userId: 1, role: 'admin', serials: [] })),
};

/** EMQX 5 compares the levels of a requested topic or filter with those of a rule like this (`emqx_topic:match`). */
function matches(requested: readonly string[], rule: readonly string[]): boolean {
  const [level, ...rest] = rule;
  if (level === undefined) return requested.length === 0;
  if (level === '#' && rest.length === 0) return true;
  const [head, ...tail] = requested;
  return head !== undefined && (level === '+' || level === head) && matches(tail, rest);
}

const grants = (acl: readonly AclRule[], action: AclRule['action'], topic: string): boolean =>
  acl.some((rule) => {
    if (rule.action !== action) return false;
    if (rule.topic.startsWith('eq ')) return rule.topic.slice(3) === topic;
    return matches(topic.split('/'), rule.topic.split('/'));
  });

describe('the access lists for EMQX', () => {
  it.each(rightsCases({ own: S, other: T, owner: 7, stranger: 71 }))(
    '%s, %s %s: %s',
    (who, action, topic, expected) => {
      expect(grants(lists[who], action, topic)).toBe(expected);
    },
  );

  it('are not those of the bundled broker, with which a console could read the WiFi password', () => {
    const plain = aclFor({ kind: 'console', userId: 7, role: 'user', serials: [S] });
    expect(grants(plain, 'subscribe', filters.everythingOfDevice(S))).toBe(true);
  });

  it('have every topic of a device that a console may read', () => {
    const oneLevel = Object.values(topics)
      .map((topic) => (typeof topic === 'function' ? (topic as (serial: string) => string)(S) : topic))
      .filter((topic) => parseTopic(topic) && /^devices\/[^/]+\/[^/]+$/.test(topic));
    expect(oneLevel).toHaveLength(7);
    for (const topic of oneLevel) {
      expect(grants(lists.owner, 'subscribe', topic)).toBe(true);
      expect(grants(lists.admin, 'subscribe', topic)).toBe(true);
    }
  });
});
