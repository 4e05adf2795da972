import type { AclRule } from '@belfry/schemas/mqtt/access';
import type { topics } from '@belfry/schemas/mqtt/topics';

/** The topics of a device with one level after the serial; a test compares them with the contract. */
const LAST_LEVELS = [
  'status',
  'metrics',
  'acks',
  'programme',
  'receipts',
  'commands',
  'responses',
] as const satisfies readonly (keyof typeof topics)[];

const ONE_LEVEL = /^devices\/[^/]+\/\+$/;

/**
 * The access list in a form that is exact with EMQX. EMQX compares a requested filter with a rule level by level, and a `+` of
 * the rule matches a requested `#`: by the rule `devices/S/+` a console could subscribe to `devices/S/#`, which contains the
 * WiFi password. So such a rule becomes the rules of its topics and one of itself, literally (`eq`).
 */
export function toEmqxAcl(acl: readonly AclRule[]): AclRule[] {
  return acl.flatMap((rule) => {
    if (rule.action !== 'subscribe' || !ONE_LEVEL.test(rule.topic)) return [rule];
    const base = rule.topic.slice(0, -1);
    const { action, permission } = rule;
    const names = [...LAST_LEVELS.map((level) => base + level), `eq ${rule.topic}`];
    return names.map((topic) => ({ permission, action, topic }));
  });
}
