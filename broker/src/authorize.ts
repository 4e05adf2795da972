import type { AclRule } from '@belfry/schemas/mqtt/access';

export type Action = AclRule['action'];

/** What one connection may do. Pure and compiled once: publishing asks it for every message. */
export type Rights = { allowed(action: Action, topic: string): boolean };

/** A topic one may publish to: no wildcards, no NUL, and not the broker's own (MQTT 3.1.1 §4.7). */
export const isTopicName = (topic: string): boolean => topic !== '' && !/^\$SYS(\/|$)|[#+\0]/.test(topic);

/** A well-formed filter. `$share` would be granted and deliver nothing, `$SYS` is the broker's own: neither is one. */
export function isTopicFilter(filter: string): boolean {
  if (filter === '' || /^\$(SYS|share)(\/|$)|\0/.test(filter)) return false;
  const levels = filter.split('/');
  return levels.every((level, at) => (level === '#' ? at === levels.length - 1 : level === '+' || !/[#+]/.test(level)));
}

/** Does the rule's filter reach every topic that the wanted filter (or topic) reaches? Both well-formed. */
export function covers(rule: readonly string[], wanted: readonly string[]): boolean {
  for (const [at, level] of rule.entries()) {
    if (level === '#') return true;
    const other = wanted[at];
    if (other === undefined || other === '#') return false;
    if (level === '+' || level === other) continue;
    return false;
  }
  return rule.length === wanted.length;
}

/** The topics of one action. No kind of rule is found by scanning all of them: an owner of many devices has thousands. */
class Reach {
  readonly #literal = new Set<string>();
  readonly #subtrees = new Set<string>();
  /** Other patterns, by the levels before their first wildcard (with the slash that follows). */
  readonly #patterns = new Map<string, string[][]>();

  add(filter: string): void {
    if (!/[#+]/.test(filter)) this.#literal.add(filter);
    else if (/^[^#+]+\/#$/.test(filter)) this.#subtrees.add(filter.slice(0, -2));
    else this.#addPattern(filter);
  }

  #addPattern(filter: string): void {
    const prefix = filter.slice(0, filter.search(/[#+]/));
    const patterns = this.#patterns.get(prefix) ?? [];
    patterns.push(filter.split('/'));
    this.#patterns.set(prefix, patterns);
  }

  covers(wanted: string): boolean {
    if (this.#literal.has(wanted)) return true;
    if (this.#subtrees.size > 0 && this.#coveredBySubtree(wanted)) return true;
    return this.#patterns.size > 0 && this.#coveredByPattern(wanted);
  }

  #coveredByPattern(wanted: string): boolean {
    const levels = wanted.split('/');
    for (let end = 0; ;) {
      const patterns = this.#patterns.get(wanted.slice(0, end));
      if (patterns?.some((pattern) => covers(pattern, levels))) return true;
      const slash = wanted.indexOf('/', end);
      if (slash === -1) return false;
      end = slash + 1;
    }
  }

  /** `a/b/#` covers `a/b` and all below. A prefix with a wildcard of its own is in no set, so it needs no check. */
  #coveredBySubtree(wanted: string): boolean {
    for (let slash = wanted.indexOf('/'); slash !== -1; slash = wanted.indexOf('/', slash + 1)) {
      if (this.#subtrees.has(wanted.slice(0, slash))) return true;
    }
    return this.#subtrees.has(wanted);
  }
}

/** Compiles the list of the authentication answer. Rules that are no filters grant nothing. */
export function compileAcl(rules: readonly AclRule[]): Rights {
  const reach = { publish: new Reach(), subscribe: new Reach() };
  for (const { action, topic } of rules) if (isTopicFilter(topic)) reach[action].add(topic);
  return { allowed: (action, topic) => wellFormed[action](topic) && reach[action].covers(topic) };
}

const wellFormed = { publish: isTopicName, subscribe: isTopicFilter };

/** The api may do everything but what nobody may. */
export const serviceRights: Rights = { allowed: (action, topic) => wellFormed[action](topic) };
