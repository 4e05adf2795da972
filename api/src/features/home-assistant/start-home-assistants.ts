import { HOME_ASSISTANT_MAX } from '@belfry/schemas/http/home-assistant';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import { type Bridge, type ReadHome, startBridge } from './bridge.ts';
import { findHeldConnections, findHomeAssistantRow, noteWaiting } from './home-assistant.repository.ts';
import { findHomeNow, type HomeNow } from './places.repository.ts';

/** How soon a change of a connection has an effect. */
const LOOK_MS = 1_000;
/** Of the database, whatever the number of connections. */
const READS_AT_ONCE = 2;
/** How long a read holds for other connections. */
const SHARED_MS = 1_000;

/** Holds the connections to Home Assistant, in one instance. */
export function startHomeAssistants(deps: Deps): { stop(): Promise<void> } {
  const bridges = new Map<number, Bridge>();
  /** Those that end. The broker knows the next by the same name. */
  const ending = new Map<number, Promise<void>>();
  const read = createHomeReader(deps);
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const most = deps.config.HOME_ASSISTANT_CONNECTIONS;
      const rows = deps.ingest().leads ? await findHeldConnections(deps.db, most) : null;
      const present = new Map(rows?.map((row) => [row.id, row]));
      for (const [id, bridge] of bridges) {
        const row = present.get(id);
        if (row?.revision === bridge.row.revision) continue;
        // Another instance goes on with it where this one does not lead any more, and later this one where it waits for its turn.
        const goesOn = rows === null || (!row && (await findHomeAssistantRow(deps.db, id))?.enabled === true);
        bridges.delete(id);
        ending.set(
          id,
          bridge.stop(goesOn ? 'keep' : 'forget').finally(() => ending.delete(id)),
        );
      }
      for (const row of present.values())
        if (!bridges.has(row.id) && !ending.has(row.id)) bridges.set(row.id, startBridge(deps, row, read));
      if (rows?.length === most) await tellWaiting(most);
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'the connections to Home Assistant were not found');
    }
    looking = false;
  }

  async function tellWaiting(most: number): Promise<void> {
    const problem = `This installation has room for ${most} connections to Home Assistant, and others have their turn before this one`;
    for (const { id, owner_id } of await noteWaiting(deps.db, { most, problem }))
      deps.events.changed('home_assistants_changed', [id], owner_id);
  }

  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([...ending.values(), ...[...bridges.values()].map((bridge) => bridge.stop('keep'))]);
    },
  };
}

/** Connections of one node share a read, and owners have their turns: one with many devices delays only itself. */
function createHomeReader({ db, config }: Deps): ReadHome {
  const reads = createSemaphore<number>({ atOnce: READS_AT_ONCE, perKey: 1, waitingPerKey: 2 * HOME_ASSISTANT_MAX });
  const kept = createTtlCache<HomeNow>(SHARED_MS, config.HOME_ASSISTANT_CONNECTIONS);
  return (node) =>
    kept.get(`${node.owner_id} ${node.company_id}`, () => reads.run(node.owner_id, () => findHomeNow(db, node)));
}
