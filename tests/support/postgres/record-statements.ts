import pg from 'pg';
import { vi } from 'vitest';

/** The name of a prepared statement, or its text in one line. */
const toText = (statement: unknown): string => {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : Object(statement);
  return String(name ?? text)
    .replaceAll(/\s+/g, ' ')
    .trim();
};

/** Records what this process sends to a database from now on, until `vi.restoreAllMocks()`. @returns the statements, which grow */
export function recordStatements(databaseUrl: string): string[] {
  const statements: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const database = new URL(databaseUrl).pathname.slice(1);
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(this: pg.Client, ...args: unknown[]) {
    if (this.database === database) statements.push(toText(args[0]));
    return query.apply(this, args) as never;
  });
  return statements;
}
