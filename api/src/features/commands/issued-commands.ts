import type { Command } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import { findCommandNames } from './commands.sql.ts';

const MOST_REMEMBERED = 50_000;

export type IssuedCommands = {
  /** This instance issued it. */
  remember(id: string, command: Command): void;
  /** Whether this instance issued it, as far as it remembers. */
  isOurs(id: string): boolean;
  /** id → command; ids that nobody issued are absent. */
  names(ids: Iterable<string>): Promise<Map<string, Command>>;
};

/** Remembers which command an id stands for, so that an answer can be checked without asking Postgres. Bounded. */
export function createIssuedCommands(pool: pg.Pool): IssuedCommands {
  const known = new Map<string, { command: Command; ours: boolean }>();

  function keep(id: string, command: Command, ours: boolean): void {
    known.set(id, { command, ours });
    if (known.size <= MOST_REMEMBERED) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  }

  return {
    remember: (id, command) => keep(id, command, true),
    isOurs: (id) => known.get(id)?.ours === true,
    async names(ids) {
      const asked = new Set(ids);
      const missing = [...asked].filter((id) => !known.has(id));
      if (missing.length > 0)
        for (const { id, command } of await findCommandNames(pool, missing)) keep(id, command, false);
      return new Map(
        [...asked].flatMap((id) => {
          const entry = known.get(id);
          return entry ? [[id, entry.command] as const] : [];
        }),
      );
    },
  };
}
