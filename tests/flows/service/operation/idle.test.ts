/** @module-tag full */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startStack, type Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';

/** The statement that an instance sends once a second: a clock that stands still when the machine does. */
const RENEWAL = 'renew-ingest-leases';
const RENEWALS = 8;
/** Twice what it was when this was written, and a third of what the workers sent that polled. */
const MOST_PER_RENEWAL = 20;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => stack.stop());

const toText = (statement: unknown): string => {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : Object(statement);
  return String(name ?? text)
    .replaceAll(/\s+/g, ' ')
    .trim();
};

it('an api that has nothing to do sends at most twenty statements a second', async () => {
  const statements: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const database = new URL(stack.config.DATABASE_URL).pathname.slice(1);
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function count(this: pg.Client, ...args: unknown[]) {
    // What is lent to other files has another database.
    if (this.database === database) statements.push(toText(args[0]));
    return query.apply(this, args) as never;
  });
  const renewals = (): number => statements.filter((text) => text === RENEWAL).length;
  // What it does at its start is not counted.
  await until('the first renewals', () => renewals() >= 3);
  statements.length = 0;
  await until('further renewals', () => renewals() >= RENEWALS);
  const perRenewal = statements.length / renewals();
  const counts = Object.entries(Object.groupBy(statements, (text) => text)).map(
    ([text, all]) => `${all?.length} ${text}`,
  );
  expect(perRenewal, counts.join('\n')).toBeLessThanOrEqual(MOST_PER_RENEWAL);
});
