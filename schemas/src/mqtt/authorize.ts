import type { AclRule } from './access.ts';
import { parseShardFilter } from './shards.ts';

export type Action = AclRule['action'];

/** What one connection may do. Pure and compiled once, because it is called for every message. */
export type Rights = { allowed(action: Action, topic: string): boolean };

/** Whether a client may publish to this topic: no wildcards, no NUL, not below $SYS (MQTT 3.1.1 §4.7). */
export const isTopicName = (topic: string): boolean => topic !== '' && !/^\$SYS(\/|$)|[#+\0]/.test(topic);

/**
 * Whether a filter is valid, that of a shard included, which only the api may use: no access list has one. `$share` is
 * rejected since it would be granted and deliver nothing, `$SYS` since it is the broker's.
 */
export function isTopicFilter(requested: string): boolean {
  const sharded = parseShardFilter(requested);
  if (sharded === undefined) return false;
  const filter = sharded?.filter ?? requested;
  if (filter === '' || /^\$(SYS|share|shard)(\/|$)|\0/.test(filter)) return false;
  const levels = filter.split('/');
  return levels.every((level, at) => (level === '#' ? at === levels.length - 1 : level === '+' || !/[#+]/.test(level)));
}

/** Whether the rule's filter matches every topic that the requested filter (or topic) matches. Both must be valid. */
export function covers(rule: readonly string[], requested: readonly string[]): boolean {
  for (const [at, level] of rule.entries()) {
    if (level === '#') return true;
    const other = requested[at];
    if (other === undefined || other === '#') return false;
    if (level === '+' || level === other) continue;
    return false;
  }
  return rule.length === requested.length;
}

/** The filters that allow one action. Look-ups scan no list, because the owner of many devices has thousands of rules. */
class FilterSet {
  readonly #literal = new Set<string>();
  readonly #subtrees = new Set<string>();
  /** The levels of other patterns from their first wildcard on, by what is before it, including the slash. */
  readonly #patterns = new Map<string, (readonly string[])[]>();
  /** Those levels by their text: thousands of devices have the same ones. */
  readonly #ends = new Map<string, readonly string[]>();

  add(filter: string): void {
    if (!/[#+]/.test(filter)) this.#literal.add(filter);
    else if (/^[^#+]+\/#$/.test(filter)) this.#subtrees.add(filter.slice(0, -2));
    else this.#addPattern(filter);
  }

  #addPattern(filter: string): void {
    const prefix = filter.slice(0, filter.search(/[#+]/));
    const text = filter.slice(prefix.length);
    const end = this.#ends.get(text) ?? text.split('/');
    this.#ends.set(text, end);
    const patterns = this.#patterns.get(prefix);
    if (patterns) patterns.push(end);
    else this.#patterns.set(prefix, [end]);
  }

  covers(requested: string): boolean {
    if (this.#literal.has(requested)) return true;
    if (this.#subtrees.size > 0 && this.#coveredBySubtree(requested)) return true;
    return this.#patterns.size > 0 && this.#coveredByPattern(requested);
  }

  #coveredByPattern(requested: string): boolean {
    for (let end = 0; ;) {
      const patterns = this.#patterns.get(requested.slice(0, end));
      if (patterns) {
        const levels = requested.slice(end).split('/');
        if (patterns.some((pattern) => covers(pattern, levels))) return true;
      }
      const slash = requested.indexOf('/', end);
      if (slash === -1) return false;
      end = slash + 1;
    }
  }

  /** `a/b/#` covers `a/b` and everything below it. Prefixes in this set contain no wildcard. */
  #coveredBySubtree(requested: string): boolean {
    for (let slash = requested.indexOf('/'); slash !== -1; slash = requested.indexOf('/', slash + 1)) {
      if (this.#subtrees.has(requested.slice(0, slash))) return true;
    }
    return this.#subtrees.has(requested);
  }
}

export type Filters = Record<Action, FilterSet>;
export const newFilters = (): Filters => ({ publish: new FilterSet(), subscribe: new FilterSet() });

/** Compiles the access list of the authentication answer. A rule whose filter is invalid grants nothing. */
export function compileAcl(rules: readonly AclRule[]): Rights {
  const filters = newFilters();
  for (const { action, topic } of rules) if (isTopicFilter(topic)) filters[action].add(topic);
  return { allowed: (action, topic) => isValid[action](topic) && filters[action].covers(topic) };
}

export const isValid = { publish: isTopicName, subscribe: isTopicFilter };

/** The api may use every valid topic and filter. */
export const serviceRights: Rights = { allowed: (action, topic) => isValid[action](topic) };
