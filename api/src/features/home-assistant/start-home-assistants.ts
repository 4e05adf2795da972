import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { type Bridge, startBridge } from './bridge.ts';
import { findEnabledHomeAssistants } from './home-assistant.repository.ts';

/** How soon a change of a connection has an effect. */
const LOOK_MS = 1_000;
const CONNECTIONS_MAX = 200;

/** Holds the connections to Home Assistant, in one instance. */
export function startHomeAssistants(deps: Deps): { stop(): Promise<void> } {
  const bridges = new Map<number, Bridge>();
  /** Those that end. The broker knows the next by the same name. */
  const ending = new Map<number, Promise<void>>();
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const rows = deps.ingest().leads ? await findEnabledHomeAssistants(deps.db, CONNECTIONS_MAX) : null;
      const present = new Map(rows?.map((row) => [row.id, row]));
      for (const [id, bridge] of bridges) {
        const row = present.get(id);
        if (row?.revision === bridge.row.revision) continue;
        bridges.delete(id);
        // Another instance goes on with it where this one does not lead any more.
        const end = bridge.stop(rows === null ? 'keep' : 'forget');
        ending.set(
          id,
          end.finally(() => ending.delete(id)),
        );
      }
      for (const row of present.values())
        if (!bridges.has(row.id) && !ending.has(row.id)) bridges.set(row.id, startBridge(deps, row));
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'the connections to Home Assistant were not found');
    }
    looking = false;
  }

  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([...ending.values(), ...[...bridges.values()].map((bridge) => bridge.stop('keep'))]);
    },
  };
}
