/** `value` is set at the last level of an entry. Most nodes are leaves, which need no map. */
class Node<V> {
  children: Map<string, Node<V>> | null = null;
  value: V | undefined = undefined;
}

const isHidden = (levels: readonly string[]): boolean => levels[0]?.startsWith('$') ?? false;

/**
 * A trie of topic levels. It holds filters and finds those that match a topic (subscriptions), or holds topics and finds
 * those that match a filter (retained messages); either way it visits only branches that can match.
 * Topics that begin with `$` are hidden from a wildcard in the first level [MQTT-4.7.2-1].
 */
export class TopicTree<V> {
  readonly #root = new Node<V>();

  get(path: string): V | undefined {
    let node: Node<V> | undefined = this.#root;
    for (const level of path.split('/')) node = node?.children?.get(level);
    return node?.value;
  }

  set(path: string, value: V): void {
    this.#node(path).value = value;
  }

  getOrMake(path: string, make: () => V): V {
    const node = this.#node(path);
    return (node.value ??= make());
  }

  #node(path: string): Node<V> {
    let node = this.#root;
    for (const level of path.split('/')) {
      const children: Map<string, Node<V>> = (node.children ??= new Map());
      let child = children.get(level);
      if (!child) children.set(level, (child = new Node<V>()));
      node = child;
    }
    return node;
  }

  delete(path: string): void {
    this.#delete(this.#root, path.split('/'), 0);
  }

  /** The values of all filters in the tree that match this topic. */
  matchTopic(topic: string): V[] {
    const levels = topic.split('/');
    const values: V[] = [];
    this.#filters(this.#root, levels, 0, values, isHidden(levels));
    return values;
  }

  /** The values of all topics in the tree that this filter matches. */
  matchFilter(filter: string): V[] {
    const values: V[] = [];
    this.#topics(this.#root, filter.split('/'), 0, values);
    return values;
  }

  #delete(node: Node<V>, levels: readonly string[], at: number): boolean {
    const level = levels[at];
    if (level === undefined) node.value = undefined;
    else {
      const child = node.children?.get(level);
      if (child && this.#delete(child, levels, at + 1)) node.children?.delete(level);
      if (node.children?.size === 0) node.children = null;
    }
    return node.value === undefined && node.children === null;
  }

  // oxlint-disable-next-line max-params -- An object per level would be made for each published message.
  #filters(node: Node<V>, levels: readonly string[], at: number, values: V[], hidden: boolean): void {
    const level = levels[at];
    if (!(hidden && at === 0)) push(values, node.children?.get('#')?.value);
    if (level === undefined) {
      push(values, node.value);
      return;
    }
    const exact = node.children?.get(level);
    if (exact) this.#filters(exact, levels, at + 1, values, hidden);
    const any = hidden && at === 0 ? undefined : node.children?.get('+');
    if (any) this.#filters(any, levels, at + 1, values, hidden);
  }

  #topics(node: Node<V>, levels: readonly string[], at: number, values: V[]): void {
    const level = levels[at];
    if (level === undefined) push(values, node.value);
    else if (level === '#') this.#everythingBelow(node, at === 0, values);
    else if (level === '+') {
      for (const [name, child] of node.children ?? []) {
        if (!(at === 0 && name.startsWith('$'))) this.#topics(child, levels, at + 1, values);
      }
    } else {
      const child = node.children?.get(level);
      if (child) this.#topics(child, levels, at + 1, values);
    }
  }

  #everythingBelow(node: Node<V>, atRoot: boolean, values: V[]): void {
    push(values, node.value);
    for (const [name, child] of node.children ?? []) {
      if (!(atRoot && name.startsWith('$'))) this.#everythingBelow(child, false, values);
    }
  }
}

function push<V>(values: V[], value: V | undefined): void {
  if (value !== undefined) values.push(value);
}
