import type { Command } from '@belfry/schemas/mqtt/commands';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { findCommandNames } from '../commands.sql.ts';

const MAX_COMMANDS = 50_000;

export type IssuedCommands = {
  /** Adds a command that this instance has issued. */
  add(id: string, command: Command): void;
  /** Whether this instance has issued it. False for one that has been removed from the cache. */
  isLocal(id: string): boolean;
  /** The commands by their ids. Ids of no command are absent. */
  findNames(ids: Iterable<string>): Promise<Map<string, Command>>;
};

/** A bounded cache of the commands by their ids, with which a response is checked without a query. */
export function createIssuedCommands(pool: pg.Pool): IssuedCommands {
  // It is only peeked at, so the oldest goes. A Map would walk over all that it has forgotten to find the oldest.
  const known = new LRUCache<string, { command: Command; local: boolean }>({ max: MAX_COMMANDS });

  const keep = (id: string, command: Command, local: boolean): void => void known.set(id, { command, local });

  return {
    add: (id, command) => keep(id, command, true),
    isLocal: (id) => known.peek(id)?.local === true,
    async findNames(ids) {
      const wanted = new Set(ids);
      const missing = [...wanted].filter((id) => !known.has(id));
      if (missing.length > 0)
        for (const { id, command } of await findCommandNames(pool, missing)) keep(id, command, false);
      return new Map(
        [...wanted].flatMap((id) => {
          const entry = known.peek(id);
          return entry ? [[id, entry.command] as const] : [];
        }),
      );
    },
  };
}
