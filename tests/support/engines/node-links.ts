import { startLink, type Link } from './link.ts';
import { startPortMapper } from './port-mapper.ts';

/** The connections between the nodes of a cluster, which can be interrupted. */
export type NodeLinks = {
  /** Where this node finds the others: to be its ERL_EPMD_PORT. */
  mapperPortOf(name: string): number;
  /** Nothing that this node and the others send to each other arrives, and no connection is closed: as if a cable were cut. */
  isolate(name: string): void;
  /** What was sent in that time arrives. */
  heal(): void;
  stop(): Promise<void>;
};

/** @param names of the nodes, without host. Each reaches each other one through a link of their own. */
export async function startNodeLinks(names: readonly string[]): Promise<NodeLinks> {
  const registered = new Map<string, number>();
  const links: { from: string; to: string; link: Link }[] = [];
  for (const from of names)
    for (const to of names) if (from !== to) links.push({ from, to, link: await startLink(() => registered.get(to)) });

  const mapperFor = (asking: string) =>
    startPortMapper({
      add: (name, port) => void registered.set(name, port),
      remove: (name) => void registered.delete(name),
      names: () => [...registered.keys()],
      portOf(name) {
        const link = links.find(({ from, to }) => from === asking && to === name);
        return registered.has(name) ? (link?.link.port ?? registered.get(name)) : undefined;
      },
    });
  const mappers = new Map(await Promise.all(names.map(async (name) => [name, await mapperFor(name)] as const)));

  return {
    mapperPortOf: (name) => mappers.get(name)?.port ?? 0,
    isolate(name) {
      for (const { from, to, link } of links) if (from === name || to === name) link.cut();
    },
    heal() {
      for (const { link } of links) link.heal();
    },
    async stop() {
      await Promise.all([...mappers.values(), ...links.map(({ link }) => link)].map((part) => part.stop()));
    },
  };
}
