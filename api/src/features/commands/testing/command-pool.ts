import type { Command } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import type { Applied } from '../deliveries.sql.ts';

type Result = Omit<Applied, 'devices'> & { owners?: (number | null)[] };

type Statement = { name: string; text: string; values: unknown[] };

export function recordingPool(rowsOf: (name: string, values: unknown[]) => unknown) {
  const statements: Statement[] = [];
  const query = async (statement: Statement) => {
    statements.push(statement);
    return { rows: await rowsOf(statement.name, statement.values) };
  };
  return { pool: { query } as unknown as pg.Pool, statements };
}

export function commandPool({
  commands = [],
  apply = (count) => ({ unknown: [], applied: Array.from({ length: count }, (_, index) => index) }),
}: {
  commands?: readonly { id: string; command: Command }[];
  /** The result of a statement with `count` changes; positions from 0. */
  apply?: (count: number) => Result | Promise<Result>;
} = {}) {
  const answers: Record<string, (values: unknown[]) => unknown> = {
    'find-command-names': ([ids]) => commands.filter(({ id }) => (ids as string[]).includes(id)),
    // Nothing, upon which the statement for several is tried.
    'apply-change': () => [],
    'apply-changes': async (values) => {
      const { unknown, applied, owners = null } = await apply((values[0] as unknown[]).length);
      const positions = (from: readonly number[]) => (from.length > 0 ? from.map((index) => index + 1) : null);
      return [{ unknown_changes: positions(unknown), applied: positions(applied), owners }];
    },
  };
  return recordingPool((name, values) => answers[name]?.(values));
}
